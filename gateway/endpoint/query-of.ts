import { type TObject, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** The query parameters that only the endpoint has. */
export function queryOf(endpoint: Endpoint): TObject {
  switch (endpoint.kind) {
    case 'list':
      return endpoint.filters;
    case 'write':
      return Type.Object({});
    default:
      return endpoint.query ?? Type.Object({});
  }
}
