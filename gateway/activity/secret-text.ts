/**
 * A text with everything that looks like one of Lyceum's secrets replaced by `…`. Client secrets, the tokens of
 * calendar feeds, operators and sessions, sign-in links, signed identities and Basic credentials all hold 32 random
 * bytes or more in base64url (`Ids.newSecret`); the secrets of webhooks are the same bytes in base64 behind `whsec_`.
 * Each character may be percent-encoded, any number of times.
 */
export function withoutSecrets(text: string): string {
  // Most texts are shorter than a secret.
  if (text.length < SECRET_CHARACTERS) return text;
  return text.replace(LOOKS_SECRET, (found) => (DIGEST.test(found) ? found : '…'));
}

/** 32 bytes in base64, without padding. */
const SECRET_CHARACTERS = 43;
/** Ids and digests in hexadecimal are what people send of their own. */
const DIGEST = /^[0-9a-f-]+$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE64URL = `${LETTERS}${LETTERS.toUpperCase()}0123456789_-`;

/** A pattern for any of the characters, each as it is or percent-encoded. */
function anyOf(characters: string): string {
  const codes = [...new Set(Array.from(characters, (each) => each.charCodeAt(0).toString(16)))];
  const codePattern = codes
    .map((code) => code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`))
    .join('|');
  return `(?:[${characters.replace('-', '\\-')}]|%(?:25)*(?:${codePattern}))`;
}

const WEBHOOK_PREFIX = Array.from('whsec_', anyOf).join('');
const LOOKS_SECRET = new RegExp(
  `${WEBHOOK_PREFIX}${anyOf(`${BASE64URL}+/`)}{1,${SECRET_CHARACTERS}}${anyOf('=')}*|${anyOf(BASE64URL)}{${SECRET_CHARACTERS},}`,
  'g',
);
