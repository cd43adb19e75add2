import { isNode, type Node, type SourceFile, textOf } from '../architecture/project/source-file.ts';
import type { Violation } from '../architecture/project/violations.ts';

/** Prepared statements of services that name a distributed table and do not name the institution: a cluster would ask all its shards. */
export function findStatementsOverAll(files: readonly SourceFile[], distributed: readonly string[]): Violation[] {
  return files.flatMap((file) =>
    file
      .nodesOf('CallExpression')
      .filter(({ callee }) => ['statement', 'pointRead'].includes(textOf(callee) ?? ''))
      .map((node) => {
        const [name, text] = node.arguments as Node[];
        return { place: textOf(name) ?? '?', line: file.lineAt(node.start), what: sqlOf(text) };
      })
      .filter(({ what }) => asksAll(what, distributed)),
  );
}

/** Whether a statement names a distributed table and not the institution. */
export function asksAll(text: string, distributed: readonly string[]): boolean {
  const tables = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|USING)\\s+"?(${distributed.join('|')})\\b`, 'i');
  return tables.test(text) && !text.includes('institution_id');
}

/** The text of a literal or template; what is put into a template is left out. */
function sqlOf(node: Node | undefined): string {
  if (!isNode(node)) return '';
  if (node.type !== 'TemplateLiteral') return textOf(node) ?? '';
  return (node.quasis as unknown as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' … ');
}
