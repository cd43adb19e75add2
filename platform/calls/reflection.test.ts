import { once } from 'node:events';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ExtensionRequestSchema,
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
} from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { addReflection } from './reflection.ts';
import { definitionOf } from './served-methods.ts';

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

type Question = ServerReflectionRequest['messageRequest'];

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  /** Asks in one stream; returns the answers once the server has ended it. */
  async function ask(...questions: Question[]): Promise<ServerReflectionResponse[]> {
    const method = ServerReflection.method.serverReflectionInfo;
    const { requestSerialize, responseDeserialize } = definitionOf(method);
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    const answers: ServerReflectionResponse[] = [];
    stream.on('data', (answer: ServerReflectionResponse) => answers.push(answer));
    for (const messageRequest of questions) stream.write(create(method.input, { host: 'here', messageRequest }));
    stream.end();
    await once(stream, 'end');
    return answers;
  }
  const filesFor = async (question: Question) => {
    const [answer] = await ask(question);
    if (answer?.messageResponse.case !== 'fileDescriptorResponse') throw new Error(JSON.stringify(answer));
    return answer.messageResponse.value.fileDescriptorProto.map((bytes) =>
      fromBinary(FileDescriptorProtoSchema, bytes),
    );
  };

  it('lists the services, and repeats the question', async () => {
    const question = { case: 'listServices', value: '*' } as const;
    const services = { service: [{ name: 'lyceum.directory.v1.UserService' }] };
    expect(await ask(question)).toMatchObject([
      {
        validHost: 'here',
        originalRequest: { messageRequest: question },
        messageResponse: { case: 'listServicesResponse', value: services },
      },
    ]);
  });

  it.each([
    ['a service', 'lyceum.directory.v1.UserService', 'lyceum/directory/v1/user.proto'],
    ['a method', 'lyceum.directory.v1.UserService.BatchGetUsers', 'lyceum/directory/v1/user.proto'],
    ['a message', 'lyceum.directory.v1.User', 'lyceum/directory/v1/user.proto'],
    ['a field', 'lyceum.directory.v1.User.email', 'lyceum/directory/v1/user.proto'],
    ['a message in another', 'google.protobuf.FieldOptions.EditionDefault', 'google/protobuf/descriptor.proto'],
    ['a oneof', 'buf.validate.FieldRules.type', 'buf/validate/validate.proto'],
    ['an enum', 'google.protobuf.FieldDescriptorProto.Type', 'google/protobuf/descriptor.proto'],
    ['a value beside its enum', 'google.protobuf.FieldDescriptorProto.TYPE_BOOL', 'google/protobuf/descriptor.proto'],
    ['an extension', 'buf.validate.field', 'buf/validate/validate.proto'],
  ])('tells the contract of %s', async (_, symbol, file) => {
    expect((await filesFor({ case: 'fileContainingSymbol', value: symbol }))[0]?.name).toBe(file);
  });

  it('tells a file with all that it imports, complete', async () => {
    const files = await filesFor({ case: 'fileByFilename', value: 'lyceum/directory/v1/user.proto' });
    const names = files.map(({ name }) => name);
    expect(names).toContain('lyceum/common/v1/access.proto');
    expect(files.flatMap(({ dependency }) => dependency).filter((name) => !names.includes(name))).toEqual([]);
    const whole = toBinary(FileDescriptorProtoSchema, UserService.file.proto);
    expect(new Set(names).size).toBe(names.length);
    expect(toBinary(FileDescriptorProtoSchema, files[0] as FileDescriptorProto)).toEqual(whole);
  });

  it('answers what is unknown with an error, and goes on', async () => {
    const answers = await ask(
      { case: 'fileContainingSymbol', value: 'lyceum.directory.v1.User.nothing' },
      { case: 'fileByFilename', value: 'nothing.proto' },
      { case: 'allExtensionNumbersOfType', value: 'lyceum.directory.v1.User' },
      {
        case: 'fileContainingExtension',
        value: create(ExtensionRequestSchema),
      },
      { case: undefined },
      { case: 'listServices', value: '' },
    );
    const code = ({ messageResponse: { value } }: ServerReflectionResponse) =>
      value && 'errorCode' in value ? value.errorCode : undefined;
    const { NOT_FOUND, UNIMPLEMENTED } = status;
    expect(answers.map(code)).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, UNIMPLEMENTED, undefined]);
  });
});
