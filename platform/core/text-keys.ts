/**
 * The keys by which two emails, or two codes, are equal within an institution (decisions 2.5, 3.8). Lower case by
 * Unicode's default mapping, regardless of the machine's locale (so `I` becomes `i`, and the Turkish dotless `ı` stays
 * a separate letter), then NFC, so that composed and decomposed forms of a text are equal. The value itself is stored
 * as given.
 */

/**
 * The key of an email: white space counts, because strings are trimmed only where the specification says so (decisions
 * 1.6).
 */
export function emailKey(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/**
 * The key of the code of a user, a course or a program: without surrounding white space. Empty for a blank code, which
 * no user has.
 */
export function codeKey(code: string): string {
  return code.trim().toLowerCase().normalize('NFC');
}

/** The same for a code that may be absent. */
export function optionalCodeKey(code: string | null): string | null {
  return code === null ? null : codeKey(code);
}
