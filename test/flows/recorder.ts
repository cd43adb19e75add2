import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Debugger, type Profiler, Session } from 'node:inspector';
import { projectRoot } from '../support/program.ts';

/**
 * Loaded before the product (`node --import`), it writes a line to standard output for each request whose id begins with `flow-`: which of the
 * project's files ran code from the request's arrival to the end of its answer, and where FLOW_ORDER is set in which order their functions were entered. The
 * order is complete from a flow's second request on: functions are watched once they have run. Watching makes a request take a second.
 */
const isOrdered = process.env.FLOW_ORDER !== undefined;
const session = new Session();
session.connect();
if (isOrdered) session.post('Debugger.enable');
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const watched = new Set<string>();
const lines = new Map<string, readonly number[]>();
let entered: string[] = [];
Object.assign(globalThis, { flowEntered: (file: string) => entered.at(-1) !== file && entered.push(file) && false });

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const name = request.headers['x-request-id'];
  if (typeof name !== 'string' || !name.startsWith('flow-')) return;
  takeCoverage();
  entered = [];
  // Behind what others do at the end of the answer.
  response.once('close', () => process.nextTick(() => print(name)));
});

function print(name: string): void {
  const order = entered;
  const run = takeCoverage().filter(({ functions }) => functions.length > 0);
  process.stdout.write(`${JSON.stringify({ flow: name, files: run.map(({ file }) => file), order })}\n`);
  if (isOrdered) for (const each of run) watch(each);
}

interface Run {
  readonly file: string;
  readonly scriptId: string;
  /** Where those that were called begin. */
  readonly functions: readonly number[];
}

/** What has run since it was last taken. */
function takeCoverage(): Run[] {
  let scripts: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    scripts = result;
  });
  return scripts
    .map(({ scriptId, url, functions }) => ({
      scriptId,
      file: decodeURI(url).replace(`file://${projectRoot}`, ''),
      functions: functions.flatMap(({ ranges: [own] }) => (own && own.count > 0 ? [own.startOffset] : [])),
    }))
    .filter(({ file }) => !/^(file|node|evalmachine)|^$|node_modules\//.test(file) && !file.startsWith('test/flows/'));
}

function watch({ file, scriptId, functions }: Run): void {
  for (const offset of functions) {
    const key = `${scriptId}:${offset}`;
    if (watched.has(key)) continue;
    watched.add(key);
    const range = { start: locationOf(scriptId, offset), restrictToFunction: true };
    session.post('Debugger.getPossibleBreakpoints', range, (error, found) => {
      const [location] = error ? [] : (found as Debugger.GetPossibleBreakpointsReturnType).locations;
      if (location)
        session.post('Debugger.setBreakpoint', { location, condition: `flowEntered(${JSON.stringify(file)})` });
    });
  }
}

function locationOf(scriptId: string, offset: number): Debugger.Location {
  let starts = lines.get(scriptId);
  if (!starts) {
    starts = lineStartsOf(scriptId);
    lines.set(scriptId, starts);
  }
  const lineNumber = starts.findLastIndex((start) => start <= offset);
  return { scriptId, lineNumber, columnNumber: offset - (starts[lineNumber] ?? 0) };
}

function lineStartsOf(scriptId: string): number[] {
  let source = '';
  session.post('Debugger.getScriptSource', { scriptId }, (_error, { scriptSource }) => {
    source = scriptSource;
  });
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}
