import type { Rule } from './rule.ts';

/** A constant is greater by one. */
export const numberRule: Rule = {
  name: 'NumericLiteral',
  *mutate({ node, parent }) {
    if (node.type !== 'NumericLiteral' || (parent?.type === 'ObjectProperty' && parent.key === node)) return;
    yield { type: 'NumericLiteral', value: Number(node.value) + 1 };
  },
};
