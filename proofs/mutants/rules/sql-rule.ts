import type { Rule, SyntaxNode } from './rule.ts';
import { changesOfSql, HOLE } from './sql-changes.ts';

/** One part of an SQL text is changed: see changesOfSql. */
export const sqlRule: Rule = {
  name: 'Sql',
  *mutate({ node, parent }) {
    if (node.type === 'StringLiteral' && !(parent?.type === 'ObjectProperty' && parent.key === node))
      for (const value of changesOfSql(String(node.value))) yield { type: 'StringLiteral', value };
    if (node.type !== 'TemplateLiteral') return;
    const quasis = node.quasis as readonly TemplatePart[];
    for (const changed of changesOfSql(quasis.map(({ value }) => value.raw).join(HOLE))) {
      const raws = changed.split(HOLE);
      const { quasis: copies, ...rest } = structuredClone({ ...node, quasis });
      yield {
        ...rest,
        quasis: copies.map((part, n) => ({ ...part, value: { raw: raws[n], cooked: raws[n] } })),
      } as SyntaxNode;
    }
  },
};

interface TemplatePart {
  readonly value: { readonly raw: string; readonly cooked: string };
}
