import { Writable } from 'node:stream';

/** The destination of a log whose lines a test reads, as text and as JSON. */
export class LogLines extends Writable {
  readonly lines: { [name: string]: unknown }[] = [];
  text = '';

  override _write(line: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += line;
    this.lines.push(JSON.parse(line.toString()));
    done();
  }
}
