import { endpoints } from '../../gateway/routes/endpoints.ts';
import { openapiDocument } from '../../site/openapi/document.ts';

/** A JSON Schema as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly 'x-dry-run'?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  /** By the types of events. */
  readonly webhooks: Readonly<Record<string, Readonly<Record<'post', DocumentedOperation>>>>;
  readonly components: Readonly<Record<'schemas', Readonly<Record<string, Schema>>>>;
}

/** The document served by the gateway. */
export const document = JSON.parse(JSON.stringify(openapiDocument(endpoints))) as OpenapiDocument;

/** Of a request; null if it has none. */
export function bodyOf({ requestBody }: DocumentedOperation): Schema | null {
  return Object.values(requestBody?.content ?? {})[0]?.schema ?? null;
}

/** What both clients say of the body of a webhook. */
export const WEBHOOK_EVENT =
  'What a webhook brings: `type` tells which event it is. Types may be added: ignore those that you do not know.';

/** A component, or the target of its reference. */
export function resolve<T extends object>(value: T): T {
  const reference = (value as { $ref?: string }).$ref;
  if (reference === undefined) return value;
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((within, name) => (within as Record<string, unknown>)[name], document);
  return found as T;
}
