/** Announces the end of an operation, a parameter or a property. Dates are RFC 3339 instants. */
export interface Deprecation {
  /** From when on it should not be used; may be in the future. */
  readonly since: string;
  /** When it ends; absent while undecided. */
  readonly sunset?: string;
  /** The anchor of the heading in the guide about changes that names the replacement. */
  readonly anchor: string;
}

/**
 * The keywords of a schema that announce the end of a query parameter, or of a property of a body or of what is shown;
 * the OpenAPI document has them, of operations too.
 */
export function deprecated(deprecation: Deprecation) {
  return { deprecated: true, 'x-deprecation': deprecation };
}
