import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { alerts, deployedParts, recordings } from '../../proofs/alerts/rules.ts';
import { projectFiles } from '../architecture/project/project.ts';
import { projectRoot } from '../support/process/program.ts';

const read = (path: string) => readFileSync(`${projectRoot}${path}`, 'utf8');
const names = services.map(({ name }) => name);
const placeable = services.filter(({ isPlaceable }) => isPlaceable).map(({ name }) => name);
const consuming = services.filter(({ consumers }) => consumers.length > 0).map(({ name }) => name);

/** Pages and files of operators, and where each names services. */
const pages = projectFiles().filter(({ path }) => /^(docs|deploy)\/[^/]*|^README\.md$/.test(path));

/** Lines that name many services and leave others out, by how they begin. */
const EXCEPTIONS = [
  // Each of the others has a row of its own.
  '| directory, scheduling, curricula, locations, timetracking, webhooks, activity | the same, and a password',
];

const NAME = `(?:${names.join('|')})`;
/** Four names or more, one after the other. */
const LIST = new RegExp(`(?:\\b${NAME}[\\s,│/]+){3,}${NAME}\\b`);

const listedIn = (line: string) => LIST.exec(line)?.[0].split(/[\s,│/]+/) ?? [];

test('the services of an installation are those of services/', () => {
  expect([...names].sort()).toEqual(readdirSync(`${projectRoot}services`).sort());
});

test('a list of services names all of them, or all that can be on another server', () => {
  const lists = pages.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (listedIn(line).length > 0 ? [{ at: `${path}:${index + 1}`, line }] : [])),
  );
  expect(lists.length).toBeGreaterThan(5);
  const isPlaceable = (line: string) => listedIn(line).sort().join() === placeable.toSorted().join();
  const incomplete = lists.filter(({ line }) => listedIn(line).length < names.length && !isPlaceable(line));
  expect(incomplete.filter(({ line }) => !EXCEPTIONS.some((text) => line.startsWith(text)))).toEqual([]);
  expect(EXCEPTIONS.filter((text) => !incomplete.some(({ line }) => line.startsWith(text)))).toEqual([]);
});

test('rules and panels select parts that there are', () => {
  const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json'));
  const panels: string[] = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }: { expr: string }) => expr),
  );
  const selected = [...alerts, ...recordings]
    .map(({ expr }) => expr)
    .concat(panels)
    .flatMap((expr) => [...expr.matchAll(/service(?:=|!=|=~|!~)"([^"]*)"/g)])
    .flatMap(([, text = '']) => text.split('|'));
  expect(selected.length).toBeGreaterThan(10);
  expect(selected.filter((part) => !deployedParts.includes(part))).toEqual([]);
});

test('commands of operators name services that there are, and consumers of services that have some', () => {
  const commands = pages.filter(({ path }) => path.endsWith('.md')).flatMap(({ text }) => text.split('\n'));
  const named = commands.flatMap((line) => [
    ...[...line.matchAll(/^(?:logs|sql) (\w+)/g)].map(([, name]) => name),
    ...[...line.matchAll(/(?:--service |deployment\/|db shell |lyceum@)([a-z]+)/g)].map(([, name]) => name),
  ]);
  const others = ['gateway', 'console', 'SERVICE'];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name = '') => !names.includes(name) && !others.includes(name))).toEqual([]);

  const ofConsumers = commands.flatMap((line) => [
    ...[...line.matchAll(/^logs (\w+) .*(?:dead letter|not handled)/g)].map(([, name]) => name),
    ...[...line.matchAll(/^sql (\w+) .*(?:FROM inbox|%consumer%)/g)].map(([, name]) => name),
    ...[...line.matchAll(/events (?:replay|discard) --service (\w+)/g)].map(([, name]) => name),
  ]);
  expect(ofConsumers.length).toBeGreaterThan(3);
  expect(ofConsumers.filter((name = '') => !consuming.includes(name))).toEqual([]);
});
