import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { addReflection } from './reflection.ts';

let server: Server;
let client: Client;
beforeEach(async () => {
  server = new Server();
  addReflection(server, [UserService]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});
afterEach(() => {
  client.close();
  server.forceShutdown();
});

/** Sends one request with a string value; returns the raw response. */
function send(field: number, text: string): Promise<Buffer> {
  const request = Buffer.concat([Buffer.from([(field << 3) | 2, text.length]), Buffer.from(text)]);
  const same = (bytes: Buffer) => bytes;
  const stream = client.makeBidiStreamRequest('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', same, same);
  stream.write(request);
  return new Promise((resolve, reject) => {
    stream.on('data', (answer) => {
      resolve(answer);
      stream.end();
    });
    stream.on('error', reject);
  });
}
const LIST_SERVICES = 7;
const FILE_CONTAINING_SYMBOL = 4;

it('lists the services', async () => {
  expect((await send(LIST_SERVICES, '*')).toString('latin1')).toContain('lyceum.directory.v1.UserService');
});

it('tells the contract of a service, and what it imports', async () => {
  const answer = (await send(FILE_CONTAINING_SYMBOL, 'lyceum.directory.v1.UserService')).toString('latin1');
  for (const part of ['lyceum/directory/v1/user.proto', 'lyceum/common/v1/access.proto', 'BatchGetUsers'])
    expect(answer).toContain(part);
});
