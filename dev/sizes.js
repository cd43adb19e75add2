// Prints how many lines product, tests, proofs and documentation have, and by how much each differs from main.
import { execFileSync } from 'node:child_process';

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** What a file counts for; undefined for nothing. */
function kindOf(path) {
  if (path.endsWith('.md')) return path.startsWith('docs/') ? 'docs' : undefined;
  if (path.startsWith('proofs/')) return 'proofs';
  if (/(^|\/)gen\//.test(path)) return undefined;
  return /^test\/|\/testing\/|\.test\.ts$/.test(path) ? 'tests' : 'product';
}

/** The lines of each kind in a commit, without one in the files of the folder. */
function sizesOf(...commit) {
  const sizes = { product: 0, tests: 0, proofs: 0, docs: 0 };
  for (const counted of git('grep', '--count', '-e', '', ...commit, '--', '*.ts', '*.md').split('\n')) {
    const [path, lines] = counted.split(':').slice(-2);
    const kind = kindOf(path);
    if (kind !== undefined) sizes[kind] += Number(lines);
  }
  return sizes;
}

/** The name of main; undefined in a clone without it. */
function findMain() {
  return ['origin/main', 'main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
    } catch {
      return false;
    }
  });
}

const main = findMain();
const sizes = sizesOf();
const former = main && sizesOf(main);
const print = (line) => process.stdout.write(`${line}\n`);
print(main ? `Lines, and the difference to ${main}:` : 'Lines:');
for (const [kind, lines] of Object.entries(sizes)) {
  const difference = former ? lines - former[kind] : 0;
  const shown = former ? `${difference > 0 ? '+' : ''}${difference}`.padStart(8) : '';
  print(`${kind.padEnd(8)}${String(lines).padStart(8)}${shown}`);
}
