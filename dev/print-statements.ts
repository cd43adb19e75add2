import '../deploy/installation/services.ts';
import { type Declared, declaredStatements } from '../libraries/typed-sql/index.ts';

/** `npm run statements -- users`: prints the declared statements whose name begins so, as they are sent to PostgreSQL. */
const [start = ''] = process.argv.slice(2);
const found = declaredStatements()
  .filter(({ name }) => name.startsWith(start))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1));
if (found.length === 0) throw new Error(`No statement has a name that begins with ${start}.`);
process.stdout.write(found.map(textOf).join('\n'));

function textOf({ name, parameters, text }: Declared): string {
  const types = parameters.map((parameter, index) => `$${index + 1} ${parameter.name} ${parameter.type}`);
  return `-- ${[name, ...types].join(', ')}\n${text};\n`;
}
