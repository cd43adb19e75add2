import { randomUUID } from 'node:crypto';
import { DataDirectory } from '../support/data-directory.ts';
import { lyceumEnvironment, welcomeOf } from '../support/process/lyceum-process.ts';
import { Program, projectRoot } from '../support/process/program.ts';
import type { TestClient } from '../support/test-client.ts';

/** A request whose path through the code is recorded; `n` is a new number each time. */
interface Flow {
  readonly status: number;
  send(client: TestClient, n: number, headers: Readonly<Record<string, string>>): ReturnType<TestClient['get']>;
}

/** The files that run for each request; a library is one: its user reads its first page. */
export type FlowFiles = Readonly<Record<string, readonly string[]>>;

/**
 * Runs the product like `npm start`, and finds the files each flow passes through in one process. Sends each request
 * several times after warm-up: only files in all of the runs count, not those that ran by chance for background work
 * such as events of earlier requests.
 */
export async function recordFlows(): Promise<FlowFiles> {
  const data = await DataDirectory.make();
  const program = Program.node('dev/main.ts', [], {
    env: {
      ...lyceumEnvironment(data),
      NODE_OPTIONS: `--import=${projectRoot}test/flows/recorder.ts`,
    },
  });
  try {
    const { client } = await welcomeOf(program);
    const flowFiles: Record<string, readonly string[]> = {};
    for (const [name, flow] of Object.entries(await flowsOf(client)))
      flowFiles[name] = await filesOf(program, client, flow);
    return flowFiles;
  } finally {
    program.kill('SIGTERM');
    await program.exited;
    await data.remove();
  }
}

async function flowsOf(client: TestClient): Promise<Readonly<Record<string, Flow>>> {
  const newUser = () => ({ email: `${randomUUID()}@flows.example`, name: 'Ada' });
  const users = await Promise.all(Array.from({ length: TIMES }, () => client.post('/users', newUser())));
  const userIds: string[] = users.map(({ body }) => body.data.id);
  const courseIds = [(await client.get('/courses')).body.data[0].layerId];
  return {
    'GET one': { status: 200, send: (own, _n, headers) => own.get(`/users/${userIds[0]}`, { headers }) },
    'GET list': { status: 200, send: (own, _n, headers) => own.get('/users', { headers }) },
    'POST user': {
      status: 201,
      send: (own, _n, headers) => own.post('/users', newUser(), { headers }),
    },
    'POST session': {
      status: 201,
      send: (own, n, headers) => own.post('/time-tracking/sessions/start', { userId: userIds[n] }, { headers }),
    },
    'POST appointment': {
      status: 201,
      send: (own, n, headers) => {
        const dateTime = `2026-10-${10 + n}T08:00:00Z`;
        return own.post('/appointments', { title: 'Lecture', dateTime, duration: 60, courseIds }, { headers });
      },
    },
  };
}

async function filesOf(program: Program, client: TestClient, flow: Flow): Promise<string[]> {
  let way: string[] = [];
  for (let n = 0; n < TIMES; n++) {
    const id = `flow-${randomUUID()}`;
    const { status, text } = await flow.send(client, n, { 'x-request-id': id });
    if (status !== flow.status) throw new Error(`${status} ${text}`);
    const [line] = await program.waitForOutput(new RegExp(`^\\{"flow":"${id}".*\\}$`, 'm'));
    const ran = (JSON.parse(line) as { files: string[] }).files.filter((file) => !BACKGROUND.test(file));
    const files = [...new Set(ran.map((file) => LIBRARY.exec(file)?.[0] ?? file))].sort();
    if (n === WARM) way = files;
    else if (n > WARM) way = way.filter((file) => files.includes(file));
  }
  return way;
}

/** The later handling of events, which runs concurrently with requests. */
const BACKGROUND = /^(platform\/events|services\/webhooks|platform\/handler\/consume)/;
const LIBRARY = /^libraries\/[^/]+\//;
/** What is made at the first use is no part of a request's way. */
const WARM = 1;
const TIMES = 10;
