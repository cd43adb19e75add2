/** Whether a text is an absolute http(s) URL. Stricter than the URL parser, which repairs missing parts and ignores white space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/\\?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

/** The violation in an address that is none. */
export const NO_WEB_ADDRESS = { code: 'invalid_string', message: 'must be an absolute http(s) URL' } as const;
