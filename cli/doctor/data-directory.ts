import { constants } from 'node:fs';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAlive, readOwner } from '../../libraries/embedded-postgres/index.ts';
import { type Finding, none, ok, wrong } from '../checks/finding.ts';

/** Checks the data folder of npm start: permissions and owner, leftovers of earlier runs, and disk space. */
export async function dataDirectoryFindings(dataDir: string): Promise<Finding[]> {
  const disk = await diskFinding(dataDir);
  if (!(await exists(dataDir))) {
    return [none('DATA_DIR', `${dataDir} does not exist; npm start creates it`), disk];
  }
  const records = join(dataDir, 'postgresql');
  const location = (await readFile(join(records, 'location'), 'utf8').catch(() => '')).trim();
  const cluster = join(location || records, 'cluster');
  const owner = await readOwner(records);
  const isRunning = owner !== null && isAlive(owner.pid);
  const rights = [await rightsFinding('DATA_DIR', dataDir), ...(await clusterFindings(cluster, records))];
  return [...rights, await leftoverFinding(dataDir, cluster, isRunning), disk];
}

async function rightsFinding(thing: string, path: string): Promise<Finding> {
  const { uid } = await stat(path);
  const own = process.getuid?.() ?? uid;
  if (own !== 0 && uid !== own)
    return wrong(thing, `${path} is owned by another user (uid ${uid})`, `sudo chown -R "$(id -un)" '${path}'`);
  const isUsable = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isUsable ? ok(thing, path) : wrong(thing, `${path} is not writable`, `chmod u+rwx '${path}'`);
}

/** If this process runs as root, the database must be owned by another user. */
async function clusterFindings(cluster: string, records: string): Promise<Finding[]> {
  if (!(await exists(cluster))) return [];
  const thing = 'database files';
  if (!(await exists(join(records, 'password')))) {
    const remedy = `mv '${cluster}' '${cluster}.old'    # or restore ${join(records, 'password')}`;
    return [wrong(thing, 'the database exists, but its password is missing', remedy)];
  }
  const { uid } = await stat(cluster);
  const own = process.getuid?.() ?? uid;
  if (own === 0 && uid === 0)
    return [wrong(thing, 'they are owned by root; PostgreSQL refuses to run as root', `chown -R nobody '${cluster}'`)];
  return own === 0 ? [ok(thing, cluster)] : [await rightsFinding(thing, cluster)];
}

/** Servers whose parent process has ended. The next start stops them, after checking that they are its own. */
async function leftoverFinding(dataDir: string, cluster: string, isRunning: boolean): Promise<Finding> {
  const thing = 'earlier runs';
  if (isRunning) return ok(thing, 'Lyceum is running on this DATA_DIR');
  const left = [
    { name: 'PostgreSQL', pid: await pidIn(join(cluster, 'postmaster.pid')) },
    { name: 'NATS', pid: await pidIn(join(dataDir, 'nats', 'pid')) },
  ].filter(({ pid }) => pid > 0 && isAlive(pid));
  if (left.length > 0) {
    const names = left.map(({ name, pid }) => `${name} (process ${pid})`).join(' and ');
    return wrong(thing, `${names} still running`, 'npm start    # stops it and starts again');
  }
  const unfinished = (await readdir(dirname(cluster)).catch(() => [])).filter((name) =>
    name.startsWith('cluster.new-'),
  );
  if (unfinished.length === 0) return ok(thing, 'no leftovers');
  return wrong(thing, 'a first start was interrupted', 'npm start    # removes the leftovers and starts again');
}

async function pidIn(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10);
}

async function diskFinding(dataDir: string): Promise<Finding> {
  let directory = dataDir;
  while (!(await exists(directory)) && directory !== dirname(directory)) directory = dirname(directory);
  const { bavail, bsize } = await statfs(directory);
  const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
  const detail = `${megabytes} MB free in ${directory}`;
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

/** Space for the cluster, and for the WAL before the first checkpoints. */
const MEGABYTES_AT_LEAST = 500;
