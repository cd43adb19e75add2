/** A node of a syntax tree, as Babel's parser makes it. */
export interface SyntaxNode {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Where a traversal stands. */
export interface NodePath {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | null;
}

/** How code is changed: a mutator of Stryker's instrumenter. */
export interface Rule {
  readonly name: string;
  /** What replaces a node, one at a time: nothing if the rule does not apply to it. */
  mutate(path: NodePath): Iterable<SyntaxNode>;
}
