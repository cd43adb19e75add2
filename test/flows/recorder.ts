import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import { projectRoot } from '../support/process/program.ts';

/**
 * Loaded before the product (`node --import`), it writes a line to standard output for each request whose id begins
 * with `flow-`: which of the project's files ran code from the request's arrival to the end of its answer.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const name = request.headers['x-request-id'];
  if (typeof name !== 'string' || !name.startsWith('flow-')) return;
  takeCoverage();
  // Behind what others do at the end of the answer.
  response.once('close', () => process.nextTick(() => print(name)));
});

function print(name: string): void {
  process.stdout.write(`${JSON.stringify({ flow: name, files: takeCoverage() })}\n`);
}

/** The files of which code has run since it was last taken. */
function takeCoverage(): string[] {
  let scripts: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    scripts = result;
  });
  return scripts
    .filter(({ functions }) => functions.some(({ ranges: [own] }) => own && own.count > 0))
    .map(({ url }) => decodeURI(url).replace(`file://${projectRoot}`, ''))
    .filter((file) => !/^(file|node|evalmachine)|^$|node_modules\//.test(file) && !file.startsWith('test/flows/'));
}
