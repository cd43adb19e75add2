import { constants } from 'node:fs';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOwner } from '../../installation/find-embedded-postgres.ts';
import { isAlive } from '../../installation/is-alive.ts';
import { type Finding, none, ok, wrong } from '../checks/finding.ts';

/** What of a data folder concerns who wants to start on it. */
export interface DataDirectoryState {
  readonly findings: readonly Finding[];
  /** Whether a platform runs on it. */
  readonly isRunning: boolean;
}

/** The data folder of npm start: its rights and owner, what earlier runs have left, and the room on its disk. */
export async function dataDirectoryState(dataDir: string): Promise<DataDirectoryState> {
  const disk = await diskFinding(dataDir);
  if (!(await exists(dataDir))) {
    const made = none('DATA_DIR', `${dataDir} is not there; npm start makes it`);
    return { findings: [made, disk], isRunning: false };
  }
  const records = join(dataDir, 'postgresql');
  const location = (await readFile(join(records, 'location'), 'utf8').catch(() => '')).trim();
  const cluster = join(location || records, 'cluster');
  const owner = await readOwner(records);
  const isRunning = owner !== null && isAlive(owner.pid);
  const rights = [await rightsFinding('DATA_DIR', dataDir), ...(await clusterFindings(cluster, records))];
  return { findings: [...rights, await leftoverFinding(dataDir, cluster, isRunning), disk], isRunning };
}

async function rightsFinding(thing: string, path: string): Promise<Finding> {
  const { uid } = await stat(path);
  const own = process.getuid?.() ?? uid;
  if (own !== 0 && uid !== own)
    return wrong(thing, `${path} belongs to another account (uid ${uid})`, `sudo chown -R "$(id -un)" '${path}'`);
  const isUsable = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isUsable ? ok(thing, path) : wrong(thing, `${path} cannot be written`, `chmod u+rwx '${path}'`);
}

/** As root the database belongs to another account, as it must. */
async function clusterFindings(cluster: string, records: string): Promise<Finding[]> {
  if (!(await exists(cluster))) return [];
  const thing = 'database files';
  if (!(await exists(join(records, 'password')))) {
    const remedy = `mv '${cluster}' '${cluster}.old'    # or restore ${join(records, 'password')}`;
    return [wrong(thing, 'the database is there, and its password is not', remedy)];
  }
  const { uid } = await stat(cluster);
  const own = process.getuid?.() ?? uid;
  if (own === 0 && uid === 0)
    return [wrong(thing, 'they are root’s, as whom PostgreSQL does not run', `chown -R nobody '${cluster}'`)];
  return own === 0 ? [ok(thing, cluster)] : [await rightsFinding(thing, cluster)];
}

/** Servers without the process that started them. The next start stops them, having made sure whose they are. */
async function leftoverFinding(dataDir: string, cluster: string, isRunning: boolean): Promise<Finding> {
  const thing = 'earlier runs';
  if (isRunning) return ok(thing, 'Lyceum runs on this DATA_DIR');
  const left = [
    { name: 'PostgreSQL', pid: await pidIn(join(cluster, 'postmaster.pid')) },
    { name: 'NATS', pid: await pidIn(join(dataDir, 'nats', 'pid')) },
  ].filter(({ pid }) => pid > 0 && isAlive(pid));
  if (left.length > 0) {
    const names = left.map(({ name, pid }) => `${name} (process ${pid})`).join(' and ');
    return wrong(thing, `${names} was left running`, 'npm start    # stops it, and starts anew');
  }
  const unfinished = (await readdir(dirname(cluster)).catch(() => [])).filter((name) =>
    name.startsWith('cluster.new-'),
  );
  if (unfinished.length === 0) return ok(thing, 'nothing is left of them');
  return wrong(thing, 'a first start was broken off', 'npm start    # removes what is left, and begins anew');
}

async function pidIn(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10);
}

async function diskFinding(dataDir: string): Promise<Finding> {
  let directory = dataDir;
  while (!(await exists(directory)) && directory !== dirname(directory)) directory = dirname(directory);
  const { bavail, bsize } = await statfs(directory);
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
  const detail = `${megabytes} MB are free in ${directory}`;
  if (megabytes >= MEGABYTES_AT_LEAST) return ok('disk', detail);
  return wrong(
    'disk',
    `${detail}; a start needs ${MEGABYTES_AT_LEAST}`,
    `df -h '${directory}'    # or another DATA_DIR`,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The cluster, and what PostgreSQL writes ahead of its first checkpoints. */
const MEGABYTES_AT_LEAST = 500;
