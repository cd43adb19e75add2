import { randomUUID } from 'node:crypto';
import { DataDirectory } from '../support/data-directory.ts';
import { lyceumEnvironment, welcomeOf } from '../support/lyceum-process.ts';
import { Program, projectRoot } from '../support/program.ts';
import type { TestClient } from '../support/test-client.ts';

/** A request whose way through the code is recorded; `n` is another number each time. */
interface Flow {
  readonly status: number;
  send(client: TestClient, n: number, headers: Readonly<Record<string, string>>): ReturnType<TestClient['get']>;
}

/** The files that run code for each request. */
export type FlowFiles = Readonly<Record<string, readonly string[]>>;

/**
 * Runs the product as `npm start` does, and finds which of its files each flow passes in one process. Each request is sent several times
 * when everything is warm: a file that ran only by chance, for work of the product's own such as events of the requests before, is not among all of them.
 * @param isOrdered whether they come in the order in which they are first entered, which takes longer to find
 */
export async function recordFlows(isOrdered: boolean): Promise<FlowFiles> {
  const data = await DataDirectory.make();
  const program = Program.node('dev/main.ts', [], {
    env: {
      ...lyceumEnvironment(data),
      NODE_OPTIONS: `--import=${projectRoot}test/flows/recorder.ts`,
      ...(isOrdered && { FLOW_ORDER: 'true' }),
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
    const entered = JSON.parse(line) as { files: string[]; order: string[] };
    const files = entered.files.filter((file) => !BESIDE.test(file));
    // The first two warm up: what is made at the first use, and then what is watched.
    if (n === WARM) way = [...new Set([...entered.order, ...files])].filter((file) => files.includes(file));
    else if (n > WARM) way = way.filter((file) => files.includes(file));
  }
  return way;
}

/** What becomes of events afterwards, which runs beside requests. */
const BESIDE = /^(platform\/events|services\/webhooks|platform\/handler\/consume)/;
const WARM = 2;
const TIMES = 11;
