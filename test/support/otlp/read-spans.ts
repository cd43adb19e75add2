import { BinaryReader } from '@bufbuild/protobuf/wire';

/** A span as received by a collector. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly events: readonly string[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  /** Of the process and the instrumentation scope of the span. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
  readonly scope: string;
}

/**
 * Decodes field by field with the numbers of `opentelemetry/proto/trace/v1/trace.proto`, independently of the
 * exporter's implementation.
 */
export function readSpans(request: Uint8Array): ReceivedSpan[] {
  return all(fieldsOf(request), 1).flatMap((resourceSpans) => {
    const fields = fieldsOf(resourceSpans);
    const resource = attributesOf(all(fieldsOf(all(fields, 1)[0] ?? EMPTY), 1));
    return all(fields, 2).flatMap((scopeSpans) => {
      const inner = fieldsOf(scopeSpans);
      const scope = text(all(fieldsOf(all(inner, 1)[0] ?? EMPTY), 1)[0]);
      return all(inner, 2).map((span) => ({ ...spanOf(fieldsOf(span)), resource, scope }));
    });
  });
}

function spanOf(fields: Fields): Omit<ReceivedSpan, 'resource' | 'scope'> {
  return {
    traceId: hex(all(fields, 1)[0]),
    spanId: hex(all(fields, 2)[0]),
    traceState: text(all(fields, 3)[0]),
    parentSpanId: hex(all(fields, 4)[0]),
    name: text(all(fields, 5)[0]),
    kind: KINDS[number(fields, 6)] ?? '',
    attributes: attributesOf(all(fields, 9)),
    events: all(fields, 11).map((event) => text(all(fieldsOf(event), 2)[0])),
    links: all(fields, 13).map((link) => ({
      traceId: hex(all(fieldsOf(link), 1)[0]),
      spanId: hex(all(fieldsOf(link), 2)[0]),
    })),
    isFailed: number(fieldsOf(all(fields, 15)[0] ?? EMPTY), 3) === 2,
  };
}

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
const EMPTY = new Uint8Array();

type Fields = ReadonlyMap<number, readonly (Uint8Array | number)[]>;

function fieldsOf(message: Uint8Array): Fields {
  const reader = new BinaryReader(message);
  const fields = new Map<number, (Uint8Array | number)[]>();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    const value = wireType === 2 ? reader.bytes() : wireType === 0 ? Number(reader.int64()) : undefined;
    if (value === undefined) reader.skip(wireType, field);
    else fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

function all(fields: Fields, field: number): Uint8Array[] {
  return (fields.get(field) ?? []).filter((value) => typeof value !== 'number');
}

function number(fields: Fields, field: number): number {
  return Number(fields.get(field)?.[0] ?? 0);
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? EMPTY).toString();
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? EMPTY).toString('hex');
}

function attributesOf(pairs: readonly Uint8Array[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const fields = fieldsOf(pair);
      const value = fieldsOf(all(fields, 2)[0] ?? EMPTY);
      const content = value.has(1) ? text(all(value, 1)[0]) : value.has(2) ? number(value, 2) === 1 : number(value, 3);
      return [text(all(fields, 1)[0]), content];
    }),
  );
}
