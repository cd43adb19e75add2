import { describe, expect, test } from 'vitest';
import { projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findEmptyNames, findLongFiles, findOddNames } from './rules/names-and-sizes.ts';

const files = projectFiles();
const paths = files.map(({ path }) => path);

test('no file is too long', () => {
  expectNone(
    findLongFiles(files.filter(({ path }) => /\.(ts|sql|sh)$/.test(path))),
    'Find the second purpose of the file, and move it into another file.',
  );
});

test('files and folders are named in kebab-case', () => {
  expectNone(findOddNames(paths), 'Rename it: lower case, words joined by hyphens.', {
    'deploy/systemd/lyceum@.service': 'the name of a template for systemd',
  });
});

test('names describe the content', () => {
  expectNone(findEmptyNames(paths), 'Name the file after what it does, or move its parts to where they are used.');
});

describe('the checker', () => {
  test('finds a file of 251 lines, and lets one of 250 pass', () => {
    const long = (lines: number, path = 'x.ts') => [new SourceFile(path, 'a;\n'.repeat(lines))];
    expect(findLongFiles(long(251))).toHaveLength(1);
    expect(findLongFiles(long(250))).toEqual([]);
    expect(findLongFiles(long(401, 'x.test.ts'))).toHaveLength(1);
    expect(findLongFiles(long(400, 'x.test.ts'))).toEqual([]);
    expect(findLongFiles(long(450, 'x/0001_x.sql'))).toEqual([]);
    expect(findLongFiles(long(251, 'x/0002_y.sql'))).toHaveLength(1);
  });

  test.each(['a/BigThing.ts', 'a/bigThing.ts', 'big_thing/a.ts', 'a/NOTE.txt', 'a/b--c.ts'])('finds %s', (path) => {
    expect(findOddNames([path])).toHaveLength(1);
  });

  test.each(['a/big-thing.test.ts', 'README.md', '.ci/run', 'a/0001_users.sql', 'a/user_group.proto', 'Dockerfile'])(
    'lets %s pass',
    (path) => {
      expect(findOddNames([path])).toEqual([]);
    },
  );

  test.each(['a/utils.ts', 'helpers/a.ts', 'a/date-utils.ts', 'common-code/a.ts', 'a/helper.test.ts'])(
    'finds that %s does not describe the content',
    (path) => {
      expect(findEmptyNames([path])).toHaveLength(1);
    },
  );

  test('lets similar names pass', () => {
    expect(findEmptyNames(['proto/lyceum/common/v1/paging.proto', 'a/utilisation.ts'])).toEqual([]);
  });
});
