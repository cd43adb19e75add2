import type { ReceivedSpan } from './read-spans.ts';

/** A trace as text: each span below its parent, with name and kind; siblings are sorted. */
export function outline(spans: readonly ReceivedSpan[]): string[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = (parents: readonly ReceivedSpan[], depth: number): string[] =>
    parents
      .map((span) => [
        `${'  '.repeat(depth)}${span.kind} ${span.name}`,
        ...below(
          spans.filter(({ parentSpanId }) => parentSpanId === span.spanId),
          depth + 1,
        ),
      ])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
      .flat();
  return below(
    spans.filter(({ parentSpanId }) => !known.has(parentSpanId)),
    0,
  );
}
