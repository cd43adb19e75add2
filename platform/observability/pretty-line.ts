import { prettyFactory } from 'pino-pretty';

/** Makes lines of another process's log readable for a terminal; what is no line of a log stays as it is. */
export function prettyLines(isColoured: boolean): (line: string) => string {
  const pretty = prettyFactory({ colorize: isColoured, ignore: 'pid,hostname,name', translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => pretty(line).trimEnd();
}
