# Prints the scalars of a JSON text at a path such as data.products.*.sku, one per line; `*` is any place
# of an array. Prints nothing for a text that breaks off. Escapes in strings are left as they are.
#
#   awk -v path=data.order.order.status -f json-at.awk answer.json

{ text = text $0 "\n" }

END {
  while (match(text, /"([^"\\]|\\.)*"|[][{}:,]|[^][{}:," \t\r\n]+/)) {
    token = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    read(token)
  }
  if (depth == 0) printf "%s", found
}

function read(token) {
  if (token == "{" || token == "[") {
    depth++
    kind[depth] = token
    name[depth] = token == "[" ? "*" : ""
    expects_name = token == "{"
  } else if (token == "}" || token == "]") {
    depth--
    expects_name = 0
  } else if (token == ",") expects_name = kind[depth] == "{"
  else if (token == ":") expects_name = 0
  else if (expects_name) name[depth] = unquoted(token)
  else if (here() == path) found = found unquoted(token) "\n"
}

function here(  i, place) {
  for (i = 1; i <= depth; i++) place = place (i > 1 ? "." : "") name[i]
  return place
}

function unquoted(token) {
  return token ~ /^"/ ? substr(token, 2, length(token) - 2) : token
}
