interface Refused {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** A problem, or a failed item of a bulk request, in one line: `422 validation_failed: … (at: …)`. */
export function describeProblem({ status, code, detail, errors = [] }: Refused): string {
  const faults = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return `${status} ${code}: ${detail}${faults === '' ? '' : ` (${faults})`}`;
}
