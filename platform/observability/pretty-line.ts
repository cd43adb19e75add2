import { prettyFactory } from 'pino-pretty';

/** Formats another process's log lines for a terminal; lines that are not log lines stay unchanged. */
export function prettyLines(isColoured: boolean): (line: string) => string {
  const pretty = prettyFactory({ colorize: isColoured, ignore: 'pid,hostname,name', translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => pretty(line).trimEnd();
}
