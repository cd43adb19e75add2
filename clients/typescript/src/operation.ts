/** An operation of the API; `path` is a template such as `/users/{id}`. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}
