import { Ajv2020 } from 'ajv/dist/2020.js';
import { escapeSegment } from '../../platform/core/errors/pointer.ts';
import { dateFault, parseDateTime } from '../../platform/core/instant.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is untyped JSON.
type Json = any;

interface CheckedExample {
  /** JSON pointer of the example. */
  readonly pointer: string;
  readonly faults: readonly string[];
}

/** An OpenAPI document that resolves references and validates values against its schemas. */
export class OpenapiDocument {
  readonly root: Json;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(root: Json) {
    this.root = root;
    this.#ajv.addFormat('date-time', (text: string) => parseDateTime(text) !== null);
    this.#ajv.addFormat('date', (text: string) => dateFault(text) === null);
    this.#ajv.addFormat('email', /^[^\s@]+@[^\s@]+$/u);
    this.#ajv.addFormat('uri', (text: string) => URL.canParse(text));
    this.#ajv.addSchema(root, 'document');
  }

  /** Resolves a reference such as `#/components/schemas/User`. */
  at(reference: string): Json {
    const segments = reference.split('/').slice(1);
    return segments.reduce((value, segment) => value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], this.root);
  }

  /** The value itself, or the target of its reference. */
  resolve(value: Json): Json {
    return typeof value?.$ref === 'string' ? this.at(value.$ref) : value;
  }

  /** Every reference in the document. */
  references(): string[] {
    return [...walk(this.root, '#')].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
  }

  /** Every example in the document: of parameters, headers, bodies and schemas. */
  examples(): CheckedExample[] {
    return [...walk(this.root, '#')].flatMap(([pointer, value]) => {
      const { example, examples } = value;
      if (Array.isArray(examples)) return examples.map((each) => this.#check(pointer, pointer, each));
      if (value.schema === undefined) return [];
      const given = [
        ...(example === undefined ? [] : [example]),
        ...Object.values<{ value: Json }>(examples ?? {}).map((each) => each.value),
      ];
      return given.map((each) => this.#check(pointer, `${pointer}/schema`, each));
    });
  }

  /**
   * Everything in a response of an operation that the document does not allow, from the status to the last property.
   */
  faultsOf({ path, method }: { path: string; method: string }, status: number, body: unknown): readonly string[] {
    const operation = `#/paths/${escapeSegment(path)}/${method.toLowerCase()}`;
    const given = this.at(`${operation}/responses/${status}`);
    if (given === undefined) return [`${status} is not documented`];
    const response = given.$ref ?? `${operation}/responses/${status}`;
    const types = Object.keys(this.at(response).content ?? {});
    const [type] = types;
    if (type === undefined) return body === undefined ? [] : ['a body where there is none'];
    return this.#check(response, `${response}/content/${escapeSegment(type)}/schema`, body).faults;
  }

  /** Everything in a value that a schema does not allow. @param schema a reference such as `#/components/schemas/User` */
  faults(schema: string, value: unknown): readonly string[] {
    return this.#check(schema, schema, value).faults;
  }

  #check(pointer: string, schema: string, value: unknown): CheckedExample {
    const validate = this.#ajv.compile({ $ref: `document${encodeURI(schema)}` });
    validate(value);
    return {
      pointer,
      faults: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
    };
  }
}

/** Every object of a document with its pointer; examples are values, not parts of it. */
function* walk(value: Json, pointer: string): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value];
  for (const [name, nested] of Object.entries(value)) {
    if (!['example', 'examples', 'default', 'enum', 'const'].includes(name) || pointer.endsWith('/properties')) {
      yield* walk(nested, `${pointer}/${escapeSegment(name)}`);
    }
  }
}
