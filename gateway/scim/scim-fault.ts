import { Problem } from '../problem/problem.ts';

/** The type of an invalid request, in the words of RFC 7644, 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A problem of a request that needs no stored data to be seen. */
export function scimFault(scimType: ScimType, detail: string): Problem {
  return new Problem(400, 'bad_request', { detail, extensions: { scimType } });
}
