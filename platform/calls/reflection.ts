import { Transform, type Writable } from 'node:stream';
import { create, type DescFile, type DescService, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type handleBidiStreamingCall, type Server, status } from '@grpc/grpc-js';
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { definitionOf } from './served-methods.ts';

/** Adds reflection of a server's services: `grpc.reflection.v1`, and the older `v1alpha`. */
export function addReflection(server: Server, services: readonly DescService[]): void {
  const contracts = new Contracts(services);
  const answer = (request: ServerReflectionRequest) =>
    create(ServerReflectionResponseSchema, {
      validHost: request.host,
      originalRequest: request,
      messageResponse: contracts.answer(request.messageRequest),
    });
  const info: handleBidiStreamingCall<ServerReflectionRequest, ServerReflectionResponse> = (stream) => {
    const answers = new Transform({
      objectMode: true,
      transform: (request, _, done) => done(null, answer(request)),
    });
    // Its type knows objects alone, a pipe's bytes too.
    stream.pipe(answers).pipe(stream as unknown as Writable);
  };
  const definition = definitionOf(ServerReflection.method.serverReflectionInfo);
  for (const version of ['v1', 'v1alpha']) {
    const path = definition.path.replace('.v1.', `.${version}.`);
    server.addService({ info: { ...definition, path } }, { info });
  }
}

type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>['messageResponse']>;

/** The contracts of services, with all that they import. */
class Contracts {
  readonly #services: readonly DescService[];
  readonly #files = new Map<string, DescFile>();
  readonly #symbols = new Map<string, DescFile>();

  constructor(services: readonly DescService[]) {
    this.#services = services;
    for (const file of withImports(services.map(({ file }) => file))) {
      this.#files.set(file.proto.name, file);
      for (const symbol of symbolsOf(file)) this.#symbols.set(symbol, file);
    }
  }

  answer({ case: kind, value }: ServerReflectionRequest['messageRequest']): Answer {
    switch (kind) {
      case 'listServices':
        return {
          case: 'listServicesResponse',
          value: { service: this.#services.map(({ typeName: name }) => ({ name })) },
        };
      case 'fileByFilename':
        return contract(this.#files.get(value));
      case 'fileContainingSymbol':
        return contract(this.#symbols.get(value));
      case undefined:
        return failure(status.UNIMPLEMENTED, 'no such question');
      // Extensions: no client needs to ask for them, because the files that a file imports have those that it uses.
      default:
        return contract(undefined);
    }
  }
}

function contract(file: DescFile | undefined): Answer {
  if (!file) return failure(status.NOT_FOUND, 'not found');
  const files = [...withImports([file])].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto: files } };
}

function failure(errorCode: status, errorMessage: string): Answer {
  return { case: 'errorResponse', value: { errorCode, errorMessage } };
}

/** Each file before those that it imports. */
function withImports(files: readonly DescFile[], found = new Set<DescFile>()): Set<DescFile> {
  for (const file of files.filter((each) => !found.has(each))) withImports(file.dependencies, found.add(file));
  return found;
}

/** The full names of all that a file declares. */
function* symbolsOf(file: DescFile): Generator<string> {
  for (const type of nestedTypes(file)) {
    const { kind, typeName } = type;
    yield typeName;
    if (kind === 'message') for (const { name } of [...type.fields, ...type.oneofs]) yield `${typeName}.${name}`;
    if (kind === 'service') for (const { name } of type.methods) yield `${typeName}.${name}`;
    // Values are declared beside their enum, not in it.
    if (kind === 'enum') for (const { name } of type.values) yield typeName.replace(/[^.]+$/, name);
  }
}
