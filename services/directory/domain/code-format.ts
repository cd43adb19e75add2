import type { RefusalDetails, Violation } from '../../../platform/core/errors/refusal.ts';
import { refuse } from './refusals.ts';

/**
 * The setting `user_code_format` (decisions 7.2): `[0]`, the only bracket token, stands for one digit 0 to 9;
 * everything else, including other brackets, is literal text.
 */
const TOKEN = '[0]';
const TOKENS_AT_LEAST = 4;
const DIGIT = /^[0-9]$/;

/** Whether the whole code, untrimmed and case-sensitive, matches the format. */
export function hasCodeFormat(code: string, format: string): boolean {
  let at = 0;
  for (const [index, literal] of format.split(TOKEN).entries()) {
    if (index > 0) {
      if (!DIGIT.test(code.charAt(at))) return false;
      at += 1;
    }
    if (!code.startsWith(literal, at)) return false;
    at += literal.length;
  }
  return at === code.length;
}

/** Refuses an invalid format: CODE_FORMAT_NO_DYNAMIC_TOKEN, CODE_FORMAT_MIN_BLOCKS_NOT_MET. */
export function checkCodeFormat(format: string, pointer: string): void {
  const tokens = format.split(TOKEN).length - 1;
  if (tokens === 0) refuse('CODE_FORMAT_NO_DYNAMIC_TOKEN', fault(pointer, 'has no bracket token such as [0]'));
  if (tokens < TOKENS_AT_LEAST)
    refuse('CODE_FORMAT_MIN_BLOCKS_NOT_MET', fault(pointer, 'has fewer than four bracket tokens'));
}

/** The violation in a membership code to be written, or null. A blank code is invalid: it could not be looked up. */
export function codeFault(code: string, format: string | null, pointer: string): Violation | null {
  if (code.trim() === '') return { pointer, code: 'invalid_value', message: 'must not be blank' };
  if (format === null || hasCodeFormat(code, format)) return null;
  return { pointer, code: 'invalid_string', message: `must have the format ${format}, such as ${exampleOf(format)}` };
}

/** The code of a format that has the digits of a number. */
export function numberedCode(format: string, number: number): string {
  const digits = String(number).padStart(format.split(TOKEN).length - 1, '0');
  let at = 0;
  return format.replaceAll(TOKEN, () => digits.charAt(at++));
}

/** A code of a format, with ascending digits. */
function exampleOf(format: string): string {
  let digit = 0;
  return format.replaceAll(TOKEN, () => String(++digit % 10));
}

function fault(pointer: string, message: string): RefusalDetails {
  return { violations: [{ pointer, code: 'invalid_value', message }] };
}
