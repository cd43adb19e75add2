/** What is wrong with an email address of a request. */
export interface EmailFault {
  readonly code: 'invalid_string' | 'too_big';
  readonly message: string;
}

/**
 * What is wrong with an email address, or null (decisions 13.2): one `@` between a local part and a domain, nothing in them that cannot be seen or
 * that addresses need quotes for, 320 characters (code points) at most.
 */
export function emailFault(text: string): EmailFault | null {
  if (isLongerThan(text, EMAIL_CHARACTERS_AT_MOST)) return TOO_LONG;
  const [local = '', domain = '', ...more] = text.split('@');
  return more.length === 0 && isLocalPart(local) && isDomain(domain) ? null : MALFORMED;
}

export const EMAIL_CHARACTERS_AT_MOST = 320;

function isLocalPart(text: string): boolean {
  return LOCAL_PART.test(text) && !isLongerThan(text, 64);
}

/** Letters and digits are those of every script, with the marks that complete a letter; so a name of one label is a domain, too. */
function isDomain(text: string): boolean {
  return DOMAIN.test(text) && !isLongerThan(text, 253);
}

function isLongerThan(text: string, characters: number): boolean {
  // A character is one or two code units: most texts need no counting.
  return text.length > characters && (text.length > 2 * characters || [...text].length > characters);
}

/** Atoms between single dots, of anything but white space, control and format characters and the specials of addresses. */
const ATOM = String.raw`[^.@\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}<>()\[\]\\,;:"]+`;
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}\-]*[\p{L}\p{M}\p{Nd}])?`;
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'u');

const TOO_LONG: EmailFault = {
  code: 'too_big',
  message: `must not have more than ${EMAIL_CHARACTERS_AT_MOST} characters`,
};
const MALFORMED: EmailFault = { code: 'invalid_string', message: 'must be an email address' };
