import { isUtf8 } from 'node:buffer';
import { refuseField } from '../errors/refusal.ts';

/** The largest file, in bytes. */
const MAX_BYTES = 2 * 1024 * 1024;

/** A file whose bytes may be text. */
interface EncodedFile {
  /** Without a byte-order mark. */
  readonly bytes: Buffer;
  /** As {@link decoderOf} takes it. */
  readonly encoding: string;
}

/**
 * Finds out how spreadsheets have saved a file: UTF-8 with or without a byte-order mark, else Windows-1252. Refuses
 * with REQUEST_INVALID at `/file` a file in neither.
 * @param chosen the encoding that the administrator has chosen; empty for none
 */
export function encodedFile(file: Uint8Array, chosen: string): EncodedFile {
  if (file.length === 0) refuseFile('has no content; choose a file');
  if (file.length > MAX_BYTES) refuseFile('must not be larger than 2 MiB; split it into several files');
  const [first, second] = file;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || file.includes(0)) refuseFile(`is not text in UTF-8: ${SAVE_AS}`);
  const all = Buffer.from(file.buffer, file.byteOffset, file.length);
  const bytes = MARK.equals(all.subarray(0, MARK.length)) ? all.subarray(MARK.length) : all;
  if (chosen !== '') return { bytes, encoding: chosen };
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8' };
  const encoding = 'windows-1252';
  if (isUnreadable(new TextDecoder(encoding).decode(bytes), encoding))
    refuseFile(`is text neither in UTF-8 nor in Windows-1252: ${SAVE_AS}, or choose its encoding`);
  return { bytes, encoding };
}

/** Refuses a file as a whole. @param message such as “has no rows” */
export function refuseFile(message: string): never {
  return refuseField('/file', 'invalid_value', message);
}

/** Decodes cells that have a character for each byte: separators and quotes are the same bytes in every encoding. */
export function decoderOf(encoding: string): (cell: string) => string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (cell) => (isAscii(cell) ? cell : decoder.decode(Buffer.from(cell, 'latin1')));
}

/** Whether a decoded text has bytes that the encoding lacks: decoders replace them, or give control characters. */
export function isUnreadable(text: string, encoding: string): boolean {
  return text.includes('\uFFFD') || (encoding !== 'utf-8' && /[\u0080-\u009f]/.test(text));
}

export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** The byte-order mark. */
const MARK = Buffer.from('\uFEFF');
const SAVE_AS = 'save it from the spreadsheet as “CSV UTF-8”';
