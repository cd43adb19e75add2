import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import { PUNCH_KINDS, type Punch } from '../punch.ts';
import { PunchFile } from './punch-file.ts';
import { PunchFileFaults } from './punch-file-faults.ts';

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-punch-'));
  path = join(folder, 'punches.csv');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array): Promise<Punch[]> {
  await writeFile(path, content);
  const file = await PunchFile.open(path);
  try {
    const rows = await file.check();
    const punches = await Array.fromAsync(file.punches());
    expect(punches).toHaveLength(rows);
    return punches;
  } finally {
    await file.close();
  }
}

async function faultsOf(content: string | Uint8Array): Promise<string[]> {
  const error = await read(content).catch((reason: unknown) => reason);
  if (!(error instanceof PunchFileFaults)) throw new Error('expected faults', { cause: error });
  return error.faults.map(({ pointer, message }) => `${pointer}: ${message}`);
}

const TIME = '2026-10-05T08:00:00+02:00';

describe('a good file', () => {
  it('is read with line numbers; leading zeros are kept', async () => {
    expect(await read(`code,kind,time\n007,start,${TIME}\n\n  \n07,stop,2026-10-05T06:00:00.5Z`)).toEqual([
      { line: 2, code: '007', kind: 'start', time: Date.UTC(2026, 9, 5, 6) },
      { line: 5, code: '07', kind: 'stop', time: Date.UTC(2026, 9, 5, 6, 0, 0, 500) },
    ]);
  });

  it('can have columns in any order, quotes, a byte order mark and any line ends', async () => {
    const content = `\ufefftime,label,kind,code,template\r\n${TIME},"a ""b"", c\r\nd",timestamp,"007",\r\r\n${TIME}, ,start," 7 "\n`;
    expect(await read(content)).toMatchObject([
      { line: 2, code: '007', kind: 'timestamp', label: 'a "b", c\r\nd' },
      { line: 5, code: ' 7 ', kind: 'start' },
    ]);
  });

  it.each([',,', ' , , ', '"","",""', ',', ',,,,,'])('ignores a row without values: %j', async (row) => {
    const content = `${row}\ncode,kind,time\n${row}\n007,start,${TIME}\r\n${row}\r\n07,stop,${TIME}\n${row}\n${row}`;
    expect((await read(content)).map(({ line, code }) => [line, code])).toEqual([
      [4, '007'],
      [6, '07'],
    ]);
  });

  it('can have no rows', async () => {
    expect(await read('code,kind,time\n')).toEqual([]);
  });

  it('yields what was written, in any style', async () => {
    const text = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 12 }).filter(isText);
    const row = fc.record({
      code: text,
      kind: fc.constantFrom(...PUNCH_KINDS),
      time: fc.integer({ min: 0, max: Date.UTC(9998, 11, 31, 23, 59, 59, 999) }),
      label: text,
      blankLines: fc.nat(2),
    });
    const style = fc.record({
      mark: fc.constantFrom('', '\ufeff'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      columns: fc.shuffledSubarray(['code', 'kind', 'time', 'label'], { minLength: 4 }),
      last: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row), style, async (rows, { mark, lineEnd, columns, last }) => {
        let content = mark + columns.join(',');
        for (const { code, kind, time, label, blankLines } of rows) {
          const cells: Record<string, string> = { code: quoted(code), kind, time: toInstantText(time) };
          if (kind === 'timestamp') cells.label = quoted(label);
          content += lineEnd.repeat(1 + blankLines) + columns.map((name) => cells[name] ?? '').join(',');
        }
        const punches = await read(last ? content + lineEnd : content);
        expect(punches.map(({ line, ...punch }) => punch)).toEqual(
          rows.map(({ code, kind, time, label }) => ({ code, kind, time, ...(kind === 'timestamp' ? { label } : {}) })),
        );
      }),
    );
  });

  it('is read as it was when opened', async () => {
    await writeFile(path, `code,kind,time\n007,start,${TIME}\n`);
    const file = await PunchFile.open(path);
    await appendFile(path, '007,nonsense');
    expect(await file.check()).toBe(1);
    expect(await Array.fromAsync(file.punches())).toHaveLength(1);
    await file.close();
  });
});

describe('a faulty file', () => {
  const missing = 'line 1, column code: is missing';
  const separated = (by: string) =>
    `line 1: separates values by ${by}; use commas (a spreadsheet writes them if its decimal separator is a point), and name the columns code, kind, time, label, template`;
  it.each([
    ['', ['line 1: has no header']],
    ['\n\n', ['line 1: has no header']],
    ['code,kind\n', ['line 1, column time: is missing']],
    [',\n,,', ['line 1: has no header']],
    ['code;kind;time\n', [separated('semicolons')]],
    [`Code;Art;Zeit\r\n1;start;05.10.2026 08:00\r\n`, [separated('semicolons')]],
    ['"Code";"Art"\n', ['line 1, column 1: continues after its closing quote; separate values by commas']],
    ['code\tkind\ttime\n', [separated('tabs')]],
    ['Code,kind,time\n', [expect.stringContaining('line 1, column Code: is unknown; the columns are code, '), missing]],
    ['code,kind,time,badge\n1,start,x,y', [expect.stringContaining('line 1, column badge: is unknown')]],
    ['code,kind,time,\n', [expect.stringContaining('line 1, column 4: is unknown')]],
    ['code,kind,time,code\n', ['line 1, column code: is a duplicate']],
    [`code,kind,time\n,start,${TIME}`, ['line 2, column code: has no value']],
    [`code,kind,time\n" ",start,${TIME}`, ['line 2, column code: has no value']],
    [`code,kind,time\n1,,${TIME}`, ['line 2, column kind: has no value']],
    ['code,kind,time\n1,start,', ['line 2, column time: has no value']],
    ['code,kind,time\n1,start', ['line 2, column time: has no value']],
    [`code,kind,time\n1,Start,${TIME}`, [expect.stringContaining('line 2, column kind: is "Start"')]],
    [`code,kind,time\n1,start,${TIME},x`, ['line 2, column 4: is one too many: the header has 3']],
    [`code,kind,time,label\n1,start,${TIME},x`, [expect.stringContaining('line 2, column label: has a value')]],
    [`code,kind,time,template\n1,stop,${TIME},x`, [expect.stringContaining('line 2, column template: has a value')]],
    [`code,kind,time\n1,timestamp,${TIME}`, [expect.stringContaining('line 2, column label: has no value')]],
    [`code,kind,time\n1,"start,${TIME}`, ['line 2, column 2: has a quote that is not closed']],
    [
      `code,kind,time\n1,"start"x,${TIME}`,
      ['line 2, column 2: continues after its closing quote; separate values by commas'],
    ],
    [`code,kind,time\n1,st"art,${TIME}`, [expect.stringContaining('line 2, column 2: has a quote inside')]],
  ])('%j', async (content, faults) => {
    expect(await faultsOf(content)).toEqual(faults);
  });

  it.each(['2026-10-05T08:00:00', '2026-10-05', '08:00', '2026-02-30T08:00:00Z', '2026-10-05T24:00:00Z', '1791180000'])(
    'the time %s',
    async (time) => {
      const faults = await faultsOf(`code,kind,time\n1,start,${time}\n`);
      expect(faults).toEqual([
        expect.stringContaining(`line 2, column time: is "${time}"; it must be an RFC 3339 date-time`),
      ]);
    },
  );

  it.each(['05.10.2026 08:00', '5.10.26', '10/05/2026 08:00', '46300.3333', '"46300,3333"'])(
    'the time %s of a spreadsheet, with what to do',
    async (time) => {
      const [fault] = await faultsOf(`code,kind,time\n1,start,${time}\n`);
      expect(fault).toContain('it must be an RFC 3339 date-time');
      expect(fault).toMatch(/\. Format the column as text in the spreadsheet$/);
    },
  );

  it('is not UTF-8', async () => {
    const bytes = Buffer.from(`code,kind,time\nM\xfcller,start,${TIME}\n`, 'latin1');
    expect(await faultsOf(bytes)).toEqual(['line 2, column code: is not UTF-8; save the file as "CSV UTF-8"']);
  });

  it('reports all faults, including those before invalid CSV at the end', async () => {
    const faults = await faultsOf(`code,kind,time\n1,go,${TIME}\n2,"a\r\nb",${TIME}\n,stop,${TIME}\n"`);
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'line 2, column kind',
      'line 3, column kind',
      'line 5, column code',
      'line 6, column 1',
    ]);
  });

  it('reports the first hundred faults and the number of all', async () => {
    await writeFile(path, `code,kind,time\n${',,x\n'.repeat(1000)}`);
    const file = await PunchFile.open(path);
    const error: PunchFileFaults = await file.check().then(Promise.reject, (reason) => reason);
    expect([error.faults.length, error.message]).toEqual([
      100,
      `${path} has 3000 faults (the first 100 are shown); nothing was sent.`,
    ]);
    await file.close();
  });

  it.each([
    ['missing.csv', 'there is no such file'],
    ['.', 'it is a folder'],
  ])('%s cannot be read', async (name, reason) => {
    await expect(PunchFile.open(join(folder, name))).rejects.toThrow(`cannot be read: ${reason}.`);
  });
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Whether a file can contain the text without a fault. */
function isText(text: string): boolean {
  return text.trim() !== '' && text.isWellFormed() && !text.includes('\ufffd');
}
