import { type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';

/** Lets clients of a server ask for the contracts of its services: `grpc.reflection.v1`, and the older `v1alpha`. */
export function addReflection(server: Server, services: readonly DescService[]): void {
  const files = new Set<DescFile>();
  for (const { file } of services) collect(file, files);
  const fileDescriptorProtos = [...files].map(({ proto }) => Buffer.from(toBinary(FileDescriptorProtoSchema, proto)));
  // The library reads nothing but the descriptors of the package that its types ask for.
  const contracts = { all: { format: '', type: {}, fileDescriptorProtos } };
  new ReflectionService(contracts as never, { services: services.map(({ typeName }) => typeName) }).addToServer(server);
}

/** A file comes after those that it imports. */
function collect(file: DescFile, files: Set<DescFile>): void {
  for (const imported of file.dependencies) collect(imported, files);
  files.add(file);
}
