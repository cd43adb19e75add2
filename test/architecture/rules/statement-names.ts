import { isNode, type Node, type SourceFile, textOf } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

/** A prepared statement where the code names it; the name is null when only running the code would tell. */
interface NamedStatement {
  readonly file: SourceFile;
  readonly offset: number;
  readonly name: string | null;
}

/**
 * Names of prepared statements that are not unique among a service's own and the chassis's, which run on the same connections: the
 * second of two would fail, or worse, be taken for the first.
 */
export function findSharedNames(files: readonly SourceFile[]): Violation[] {
  const statements = files.filter(({ path }) => path.startsWith('services/')).flatMap(statementsOf);
  // The chassis first, so that a service's statement is told of the chassis's and not the other way round.
  statements.sort((a, b) => Number(serviceOf(b.file) === CHASSIS) - Number(serviceOf(a.file) === CHASSIS));
  const homes = new Map<string, string>();
  return statements.flatMap(({ file, offset, name }) => {
    if (name === null) return [violation(file, offset, 'the name of a statement is not a plain text')];
    if (Buffer.byteLength(name) > BYTES_AT_MOST)
      return [violation(file, offset, `"${name}" is longer than the ${BYTES_AT_MOST} bytes that the server keeps`)];
    const service = serviceOf(file);
    const before = homes.get(`${service}/${name}`) ?? homes.get(`${CHASSIS}/${name}`);
    homes.set(`${service}/${name}`, `${file.path}:${file.lineAt(offset)}`);
    return before === undefined ? [] : [violation(file, offset, `"${name}" is the name of a statement at ${before}`)];
  });
}

/** Longer names are cut by PostgreSQL, and two might become one. */
const BYTES_AT_MOST = 63;

/** The statements that a file names. */
export function statementsOf(file: SourceFile): NamedStatement[] {
  return file.nodes.flatMap((node) => {
    const name = nameOf(node);
    return name === undefined ? [] : [{ file, offset: node.start, name: textOf(isNode(name) ? name : undefined) }];
  });
}

/** What names the statement that a node makes: `statement(name, …)`, `pointRead(name, …)`, `{ name, text }`; undefined for other nodes. */
function nameOf(node: Node): unknown {
  if (node.type === 'CallExpression') {
    const callee = textOf(node.callee);
    if (callee !== 'statement' && callee !== 'pointRead') return undefined;
    const name = (node.arguments as Node[])[0];
    return name?.type === 'Identifier' ? null : name;
  }
  if (node.type !== 'ObjectExpression') return undefined;
  const properties = node.properties as { key?: Node; value?: Node }[];
  const names = properties.map(({ key }) => textOf(key));
  const value = properties[names.indexOf('name')]?.value;
  return names.length === 2 && names.includes('text') && value?.type === 'Literal' ? value : undefined;
}

const CHASSIS = 'chassis';

function serviceOf({ path }: SourceFile): string {
  return path.split('/')[1] ?? '';
}
