import type { Rule, SyntaxNode } from './rule.ts';

/** A call is left out whose end the code awaits. Stryker’s rule `CallExpression` has the others. */
export const awaitedCallRule: Rule = {
  name: 'AwaitedCall',
  *mutate({ node }) {
    if (node.type !== 'ExpressionStatement') return;
    const { type, argument } = node.expression as SyntaxNode & { readonly argument?: SyntaxNode };
    if (type === 'AwaitExpression' && argument?.type === 'CallExpression') yield { type: 'EmptyStatement' };
  },
};
