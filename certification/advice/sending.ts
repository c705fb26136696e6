import type { Advice } from '../rule-finding.ts'

const REPLACE = 'Replace a key that was exposed.'
export const IN_URL: Advice = {
  consequence:
    'URLs are written to the logs of every server and proxy on the way: who reads one can buy with this key.',
  cause: 'The key is added to every address, or the reference is made of it.',
  remedy: `Take the key out of every URL, and send it only in the header that the profile names. ${REPLACE}`,
}
export const IN_BODY: Advice = {
  consequence: 'Bodies are kept with orders and in logs: who reads one can buy with this key.',
  cause: 'The settings of the client, or an object that has the key, are sent with the purchase.',
  remedy: `Build the body from its two fields alone, and send the key only in the header. ${REPLACE}`,
}
export const IN_HEADER: Advice = {
  consequence:
    'Logs and proxies leave out the header for credentials, and show others: who reads one can buy with this key.',
  cause: 'The key is sent in two ways at the same time, or is also used as an id for tracing or a session.',
  remedy: `Send the key in one header, the one that the profile names, and take it out of all others. ${REPLACE}`,
}
export const IN_BROWSER: Advice = {
  consequence: 'Everyone who opens the page can read the key, and buy with it.',
  cause: 'The page calls the API itself.',
  remedy: `Let the page call your server, and only your server call the API. ${REPLACE}`,
}

export const IGNORED: Advice = {
  cause: 'The answer to what is read first is not checked.',
  remedy: 'Buy only after each of these calls was answered with 200; stop where one was not.',
}
export const AFTERWARDS: Advice = {
  cause: 'It is read after the purchase, or at the same time.',
}
export const UNLISTED: Advice = {
  cause: 'The catalogue is read, but the SKU comes from a setting, or is spelled differently.',
}

export const SHAPELESS: Advice = {
  cause: 'The reference is a random id, or a number of the shop without a prefix.',
  remedy: 'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001.',
}
export const RESPELLED: Advice = {
  consequence: 'The lookup does not find the order, and the client cannot know whether the card was bought.',
  cause:
    'The reference is changed between the purchase and the lookup: its case, blanks, encoded twice, or not at all.',
  remedy: 'Store the reference as it was sent with the purchase, and encode exactly that once in a URL.',
}
