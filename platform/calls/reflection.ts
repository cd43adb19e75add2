import { type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';

/** Adds reflection of a server's services: `grpc.reflection.v1`, and the older `v1alpha`. */
export function addReflection(server: Server, services: readonly DescService[]): void {
  const files = new Set<DescFile>();
  for (const { file } of services) collect(file, files);
  const fileDescriptorProtos = [...files].map(({ proto }) => Buffer.from(toBinary(FileDescriptorProtoSchema, proto)));
  // The library reads only these descriptors of its type.
  const contracts = { all: { format: '', type: {}, fileDescriptorProtos } };
  new ReflectionService(contracts as never, { services: services.map(({ typeName }) => typeName) }).addToServer(server);
}

/** Orders each file after the files that it imports. */
function collect(file: DescFile, files: Set<DescFile>): void {
  for (const imported of file.dependencies) collect(imported, files);
  files.add(file);
}
