#!/usr/bin/env node
// Asks rt-helper about a terminal: rt_helper.mjs [--watch] /dev/pts/N
//
// One file, no packages: copy it. Node cannot pass descriptors, so the terminal
// is named by its path, which the service trusts only from its own namespaces.
// Elsewhere follow() runs `rt-helper watch --stdin`, which passes descriptors.
import { connect } from "node:net";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const SOCKET = process.env.RT_HELPER_SOCKET ?? "/run/rt-helper/helper.sock";

/** Yields the parameters of each reply to a call. */
export async function* call(method, parameters, { more = false, timeout = more ? 0 : 3000 } = {}) {
  const socket = connect(SOCKET);
  socket.setTimeout(timeout, () => socket.destroy(new Error("the service does not answer")));
  socket.write(JSON.stringify({ method: "io.rthelper.Terminal." + method, parameters, more }) + "\0");
  let rest = "";
  try {
    for await (const part of socket.setEncoding("utf8")) {
      const messages = (rest + part).split("\0");
      rest = messages.pop();
      for (const text of messages) {
        const reply = JSON.parse(text);
        if (reply.error) throw new Error(`${reply.error}: ${reply.parameters?.message ?? ""}`);
        yield reply.parameters;
        if (!reply.continues) return;
      }
    }
    throw new Error("the service ended the connection");
  } finally {
    socket.destroy();
  }
}

/** The answer about a terminal, now. */
export async function query(path) {
  for await (const { answer } of call("Query", { path })) return answer;
}

/** Answers about a terminal, one for each change. */
export async function* watch(path, options = {}) {
  for await (const { answer } of call("Watch", { path, ...options }, { more: true })) yield answer;
}

/** Answers about many terminals through one coprocess; add(tty) and drop(tty) choose them. */
export function follow(onAnswer, command = "rt-helper") {
  const child = spawn(command, ["watch", "--json", "--stdin"], { stdio: ["pipe", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", (line) => onAnswer(JSON.parse(line)));
  return {
    add: (tty) => child.stdin.write(`add ${tty}\n`),
    drop: (tty) => child.stdin.write(`drop ${tty}\n`),
    end: () => child.stdin.end(),
  };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const args = process.argv.slice(2).filter((a) => a !== "--watch");
  if (args.length !== 1 || args[0].startsWith("-")) {
    console.error("usage: rt_helper.mjs [--watch] /dev/pts/N");
    process.exit(1);
  }
  if (process.argv.includes("--watch")) for await (const a of watch(args[0])) console.log(JSON.stringify(a));
  else console.log(JSON.stringify(await query(args[0])));
}
