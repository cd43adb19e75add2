import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  type IdentifierNode,
  InsertQueryNode,
  type MergeQueryNode,
  type OperationNode,
  PostgresQueryCompiler,
  ReferenceNode,
  type SelectionNode,
  type SelectQueryNode,
  UpdateQueryNode,
  type WithNode,
} from 'kysely';
import { storedName } from '../schema/table.ts';

/** Stands for a value in a statement that is being compiled. */
export class ParameterRef {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A statement that changes rows, at any depth of another statement. */
export type ChangeNode = InsertQueryNode | UpdateQueryNode | DeleteQueryNode | MergeQueryNode;

/**
 * Compiles a statement to SQL: one `$n` per parameter name, however often it occurs; columns with their stored names, and result columns with the
 * declared names. Throws for a literal value, with which each value would be another statement.
 */
export class StatementCompiler extends PostgresQueryCompiler {
  readonly names: string[] = [];
  readonly changes: ChangeNode[] = [];
  #depth = 0;

  protected override appendValue(value: unknown): void {
    if (!(value instanceof ParameterRef)) throw new Error(`a statement contains a literal value: ${String(value)}`);
    let at = this.names.indexOf(value.name);
    if (at < 0) at = this.names.push(value.name) - 1;
    this.append(`$${at + 1}`);
  }

  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(quoted(storedName(name)));
  }

  protected override visitSelection(node: SelectionNode): void {
    const { selection } = node;
    if (!this.#isResult) super.visitSelection(node);
    else if (AliasNode.is(selection)) {
      this.visitNode(selection.node);
      this.append(` as ${quoted((selection.alias as IdentifierNode).name)}`);
    } else {
      this.visitNode(selection);
      const name = columnName(selection);
      if (name === null) throw new Error(`a selected expression has no name: ${selection.kind}`);
      if (storedName(name) !== name) this.append(` as ${quoted(name)}`);
    }
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    this.#deeper(() => super.visitSelectQuery(node));
  }

  protected override visitWith(node: WithNode): void {
    this.#deeper(() => super.visitWith(node));
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    this.changes.push(node);
    super.visitInsertQuery(node);
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    this.changes.push(node);
    super.visitUpdateQuery(node);
  }

  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    this.changes.push(node);
    super.visitDeleteQuery(node);
  }

  protected override visitMergeQuery(node: MergeQueryNode): void {
    this.changes.push(node);
    super.visitMergeQuery(node);
  }

  /** Whether the current selection is the statement's result. */
  get #isResult(): boolean {
    const [outermost] = this.nodeStack;
    const isChange =
      outermost && (InsertQueryNode.is(outermost) || UpdateQueryNode.is(outermost) || DeleteQueryNode.is(outermost));
    return this.#depth === (isChange ? 0 : 1);
  }

  #deeper(visit: () => void): void {
    this.#depth++;
    visit();
    this.#depth--;
  }
}

function columnName(node: OperationNode): string | null {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : null;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
