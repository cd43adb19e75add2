import { ERASED_DOMAIN } from './erased-person.ts';

/** Why an email address in a request is invalid. */
export interface EmailFault {
  readonly code: 'invalid_string' | 'too_big';
  readonly message: string;
}

/**
 * Why an email address is invalid, or null (decisions 13.2). A valid one has one `@` between a local part and a domain,
 * no invisible characters, no characters that need quoting in addresses, and at most 320 characters (code points).
 */
export function emailFault(text: string): EmailFault | null {
  if (isLongerThan(text, MAX_EMAIL_CHARACTERS)) return TOO_LONG;
  const [local = '', domain = '', ...more] = text.split('@');
  if (domain.toLowerCase() === ERASED_DOMAIN) return OF_ERASED;
  return more.length === 0 && isLocalPart(local) && isDomain(domain) ? null : MALFORMED;
}

export const MAX_EMAIL_CHARACTERS = 320;

function isLocalPart(text: string): boolean {
  return LOCAL_PART.test(text) && !isLongerThan(text, 64);
}

/** Letters, combining marks and digits of every script are allowed. A single label is a domain, too. */
function isDomain(text: string): boolean {
  return DOMAIN.test(text) && !isLongerThan(text, 253);
}

function isLongerThan(text: string, characters: number): boolean {
  // A character is one or two code units: most texts need not be counted.
  return text.length > characters && (text.length > 2 * characters || [...text].length > characters);
}

/**
 * Atoms separated by single dots: any characters except white space, control and format characters and the special
 * characters of addresses.
 */
const ATOM = String.raw`[^.@\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}<>()\[\]\\,;:"]+`;
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}\-]*[\p{L}\p{M}\p{Nd}])?`;
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'u');

const TOO_LONG: EmailFault = {
  code: 'too_big',
  message: `must not have more than ${MAX_EMAIL_CHARACTERS} characters`,
};
const MALFORMED: EmailFault = { code: 'invalid_string', message: 'must be an email address' };
const OF_ERASED: EmailFault = { code: 'invalid_string', message: `must not be in ${ERASED_DOMAIN}` };

/** Whether a text is an absolute http(s) URL. The URL parser would repair missing parts and ignore white space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/\\?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

/** The violation in an address that is none. */
export const NO_WEB_ADDRESS = { code: 'invalid_string', message: 'must be an absolute http(s) URL' } as const;

/**
 * The violation in a name without a visible character, or null. None in an empty text, whose length is checked instead.
 */
export function blankFault(text: string): { readonly code: 'too_small'; readonly message: string } | null {
  return text === '' || VISIBLE.test(text) ? null : BLANK;
}

// The blank of Braille is a symbol by its category.
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;
const BLANK = { code: 'too_small', message: 'must not be blank' } as const;
