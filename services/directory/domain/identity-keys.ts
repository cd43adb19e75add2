/**
 * What makes two emails, or two membership codes, the same one within an institution (decisions 3.8). Lower case by Unicode's default
 * mapping, whatever the machine's locale (so `I` is `i`, and the Turkish dotless `ı` stays a letter of its own), then NFC, so that
 * composed and decomposed writings of one text are equal. The value itself is stored as given.
 */

/** The key of an email: white space counts, strings are trimmed only where the specification says so (decisions 1.6). */
export function emailKey(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** The key of a membership code: without the white space around it (spec: Time-tracking operations, rule 6). Empty for a blank code, which no user has. */
export function codeKey(code: string): string {
  return code.trim().toLowerCase().normalize('NFC');
}
