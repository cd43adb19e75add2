import { refuseField } from '../../../platform/core/errors/refusal.ts';

/** The largest file, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The text of a file as spreadsheets save it: UTF-8 with or without a byte-order mark, else Windows-1252. Refuses with
 * REQUEST_INVALID at `/file` what is neither.
 */
export function textOf(file: Uint8Array): string {
  if (file.length === 0) refuseFile('has no content; choose a file');
  if (file.length > MAX_BYTES) refuseFile('must not be larger than 2 MiB; split it into several files');
  const [first, second] = file;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || file.includes(0)) refuseFile(`is not text in UTF-8: ${SAVE_AS}`);
  const utf8 = decoded(UTF_8, file);
  if (utf8 !== undefined) return utf8;
  // The decoder gives control characters for these.
  if (file.some((byte) => UNDEFINED.has(byte))) refuseFile(`is text neither in UTF-8 nor in Windows-1252: ${SAVE_AS}`);
  return WINDOWS_1252.decode(file);
}

/** Refuses a file as a whole. @param message such as “has no rows” */
export function refuseFile(message: string): never {
  return refuseField('/file', 'invalid_value', message);
}

function decoded(decoder: TextDecoder, file: Uint8Array): string | undefined {
  try {
    return decoder.decode(file);
  } catch {
    return undefined;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Bytes that Windows-1252 does not have. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const SAVE_AS = 'save it from the spreadsheet as “CSV UTF-8”';
