import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run proto:package [folder]`: writes the package @lyceum/contracts, ready for `npm publish`: generated code,
 * types, and the contracts.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist/contracts'));

const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
generate();
cpSync(join(root, 'proto/lyceum'), join(target, 'proto/lyceum'), { recursive: true });
cpSync(join(root, 'proto/third_party/buf'), join(target, 'proto/buf'), { recursive: true });
writeFileSync(join(target, 'README.md'), readme());
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
process.stdout.write(`@lyceum/contracts ${version}: ${target}\n`);

function generate(): void {
  const opt = [
    'target=js+dts',
    'import_extension=js',
    'rewrite_imports=./buf/validate/validate_pb.js:@bufbuild/protovalidate/gen',
  ];
  const template = {
    version: 'v2',
    inputs: [{ directory: '.', paths: ['lyceum'] }],
    plugins: [{ local: 'protoc-gen-es', out: 'gen', opt }],
  };
  const args = ['generate', '--template', JSON.stringify(template), '--output', target];
  const { status, error } = spawnSync('buf', args, { cwd: join(root, 'proto'), stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error('buf generate failed');
}

function manifest() {
  const needed = ['@bufbuild/protobuf', '@bufbuild/protovalidate'];
  return {
    name: '@lyceum/contracts',
    version,
    description: 'The contracts of Lyceum’s services and events: Protocol Buffers, and their TypeScript.',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    exports: {
      './*': { types: './gen/lyceum/*.d.ts', default: './gen/lyceum/*.js' },
      './proto/*': './proto/*',
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(needed.map((name) => [name, `^${dependencies[name]}`])),
  };
}

function readme(): string {
  return `# @lyceum/contracts

\`@lyceum/contracts/directory/v1/user_pb\` is the code of \`lyceum/directory/v1/user.proto\`, for clients of the Connect project; the contracts
themselves are in \`proto/\`. How they are used is in Lyceum's docs/internal-services.md.
`;
}
