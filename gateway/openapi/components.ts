import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** Collects the schemas that have a title, so that the document names each once. */
export class Components {
  readonly schemas: Record<string, unknown> = {};

  /** A schema as it stands in the document: titled ones by reference, wherever they nest. */
  show(schema: TSchema): unknown {
    return this.#show(JSON.parse(JSON.stringify(schema)) as Json);
  }

  #show(schema: Json): unknown {
    const shown = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, this.#nested(value)]));
    const { title } = schema;
    if (typeof title !== 'string') return shown;
    this.schemas[title] = shown;
    return { $ref: `#/components/schemas/${title}` };
  }

  #nested(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#nested(item));
    return typeof value === 'object' && value !== null ? this.#show(value as Json) : value;
  }
}
