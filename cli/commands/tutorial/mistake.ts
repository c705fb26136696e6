export type TutorialLanguage = 'python' | 'javascript' | 'java'

/** A client of the tutorial: where its mistake is, and what belongs there. */
export type TutorialClient = {
  /** The folder of `examples/` with the client that makes no mistake. */
  readonly example: string
  /** What is started, in the folder of the tutorial. */
  readonly program: string
  readonly file: string
  readonly right: string
  readonly wrong: string
}

/**
 * One client in each language, with the mistake that costs most: a purchase that was not answered is taken for one that
 * failed, and made again under a new reference (§4.3).
 */
export const TUTORIAL_CLIENTS: Readonly<Record<TutorialLanguage, TutorialClient>> = {
  python: {
    example: 'python-urllib',
    program: 'python3',
    file: 'client.py',
    right: `        if may_be_recorded:
            found = look_up(reference)
            if is_summary(found.at("order")):
                return found.at("order")
`,
    wrong: `        # It failed: buy again, as a new order.
        reference = f"SHOP:{secrets.token_hex(4)}"
        body = json.dumps({"partnerReference": reference, "sku": SKU})
`,
  },
  javascript: {
    example: 'javascript-fetch',
    program: 'node',
    file: 'client.mjs',
    right: `    const found = mayBeRecorded ? await lookUp(partnerReference) : sent
    if (isSummary(found.data?.order)) return found.data.order
`,
    wrong: `    // It failed: buy again, as a new order.
    return place(\`SHOP:\${randomBytes(4).toString('hex')}\`)
`,
  },
  java: {
    example: 'java-http-client',
    program: 'java',
    file: 'Client.java',
    right: `      Summary found = mayBeRecorded ? Summary.of(lookUp(reference), "data.order") : null;
      if (found != null) return found;
`,
    wrong: `      // It failed: buy again, as a new order.
      reference = "SHOP:" + new SecureRandom().nextInt(1 << 30);
      body = "{\\"partnerReference\\":\\"" + reference + "\\",\\"sku\\":\\"" + SKU + "\\"}";
`,
  },
}
