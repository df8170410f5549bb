import { analyze, type Reference, type Variable } from 'eslint-scope';
import { walk, type Node } from 'estree-walker';
import MagicString from 'magic-string';

/*
 * Makes a built script create each Zod schema on first use. The app has six thousand schemas and needs few of
 * them to start. Creating all of them would delay the first rows and take memory (ADR 114).
 */

/** A script as an ESTree syntax tree. Its type depends on the parser. */
type Program = object;
/** The parser gives each node its position in the script. */
type AnyNode = Node & { readonly start: number; readonly end: number };
type Call = Extract<Node, { type: 'CallExpression' }>;

interface LazyScript {
  readonly code: string;
  /** Number of variables that became functions. */
  readonly schemas: number;
  /** Number of calls and pushes of the contract whose schemas are created later. */
  readonly calls: number;
}

/** Suffix of the variable that holds a created schema. It is appended to the schema's name. */
const CREATED = '$created';
/** Matches the chunk that contains Zod. */
const ZOD = /^\.\/(?:chunks\/)?schemas-/;
const SCHEMA_OF_CHUNK = /Schema$/;
/** The functions of `shared/contract/kit.ts` that are replaced, and their replacements. */
const LAZY_CALL = ['call', 'lazyCall'] as const;
const LAZY_PUSH = ['push', 'lazyPush'] as const;

/**
 * Replaces each variable that contains a schema with a function that creates the schema on its first call.
 * Replaces each use of the variable with a call of that function. Schemas must have no side effects.
 *
 * @param program the parsed script
 */
export function makeSchemasLazy(code: string, program: Program): LazyScript {
  const parents = readParents(program as Node);
  const scope = analyze(program as never, { ecmaVersion: 2022, sourceType: 'module' }).scopes[1];
  if (scope === undefined) throw new Error('the script has no scope');
  const text = new MagicString(code);
  const schemas = findSchemas(scope.variables, parents);
  for (const [variable, init] of schemas) {
    const created = `${variable.name}${CREATED}`;
    if (scope.set.has(created)) throw new Error(`the script already has a variable ${created}`);
    const declaration = parents.get(parents.get(init) ?? init);
    text.overwrite(
      positionOf(declaration ?? init).start,
      init.start,
      `var ${created}, ${variable.name} = () => ${created} ??= (`,
    );
    text.appendLeft(init.end, ')');
    for (const reference of variable.references)
      if (reference.init !== true) callIn(text, reference, parents);
  }
  const calls = makeContractLazy(text, scope.set, parents);
  return { code: text.toString(), schemas: schemas.size, calls };
}

type Parents = ReadonlyMap<Node, Node>;

/** Maps each node to its parent. Also sets the `range` of each node, because eslint-scope reads it. */
function readParents(program: Node): Parents {
  const parents = new Map<Node, Node>();
  walk(program, {
    enter(node, parent) {
      if (parent !== null) parents.set(node, parent);
      const { start, end } = positionOf(node);
      node.range = [start, end];
    },
  });
  return parents;
}

const positionOf = (node: Node): AnyNode => node as AnyNode;

/** Returns the top-level variables that contain a schema, with the expressions that create the schemas. */
function findSchemas(variables: readonly Variable[], parents: Parents): ReadonlyMap<Variable, AnyNode> {
  const byIdentifier = new Map<Node, Variable>();
  for (const variable of variables)
    for (const { identifier } of variable.references) byIdentifier.set(identifier as Node, variable);
  const zod = new Set(variables.filter((variable) => ZOD.test(chunkOf(variable))));
  const found = new Map<Variable, AnyNode>();
  const isSchema = (node: Node): boolean => {
    if (node.type === 'Identifier') {
      const variable = byIdentifier.get(node);
      return variable !== undefined && found.has(variable);
    }
    if (node.type === 'MemberExpression')
      // A schema in another chunk.
      return (
        node.object.type === 'Identifier' &&
        node.object.name.startsWith('require_') &&
        node.property.type === 'Identifier' &&
        SCHEMA_OF_CHUNK.test(node.property.name)
      );
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
    const { object } = node.callee;
    const variable = byIdentifier.get(object);
    return (variable !== undefined && zod.has(variable)) || isSchema(object);
  };
  // A variable may use only variables that are declared before it.
  for (const variable of variables) {
    const init = initOf(variable, parents);
    if (init !== null && isSchema(init)) found.set(variable, positionOf(init));
  }
  return found;
}

/**
 * Returns the path of the chunk that is assigned to a variable, or an empty string if the variable contains
 * something else.
 */
function chunkOf(variable: Variable): string {
  const node: unknown = variable.defs[0]?.node;
  const { init } = node as { init?: Node | null };
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return '';
  const [path] = init.arguments;
  return init.callee.name === 'require' && path?.type === 'Literal' ? String(path.value) : '';
}

/**
 * Returns the initial value of a top-level variable. Returns null if the variable is assigned again or if its
 * declaration contains other variables.
 */
function initOf(variable: Variable, parents: Parents): Node | null {
  const [definition, ...others] = variable.defs;
  if (definition?.type !== 'Variable' || others.length > 0) return null;
  if (variable.references.some((reference) => reference.isWrite() && reference.init !== true)) return null;
  const { id, init } = definition.node as { id: Node; init?: Node | null };
  const declaration = init == null ? undefined : parents.get(parents.get(init) ?? init);
  const isAlone = declaration?.type === 'VariableDeclaration' && declaration.declarations.length === 1;
  return isAlone && id.type === 'Identifier' && parents.get(declaration)?.type === 'Program'
    ? (init ?? null)
    : null;
}

/** Replaces a use of a schema with a call to the function that creates it. */
function callIn(text: MagicString, { identifier }: Reference, parents: Parents): void {
  const node = positionOf(identifier as Node);
  const parent = parents.get(node);
  const isShorthand = parent?.type === 'Property' && parent.shorthand;
  text.appendLeft(node.end, isShorthand ? `: ${String(Reflect.get(node, 'name'))}()` : '()');
}

/**
 * Makes the contract create the schemas of a call only when the call is first used. Returns how many calls of
 * the contract were changed.
 */
function makeContractLazy(
  text: MagicString,
  variables: ReadonlyMap<string, Variable>,
  parents: Parents,
): number {
  let calls = 0;
  const usesOf = ([name, lazyName]: readonly [string, string]): readonly Call[] => {
    if (!variables.has(lazyName)) return [];
    const uses =
      variables.get(name)?.references.map(({ identifier }) => parents.get(identifier as Node)) ?? [];
    return uses.filter((use): use is Call => use?.type === 'CallExpression');
  };
  const wrap = (whole: AnyNode, lazyName: string, args: readonly Node[]): void => {
    let at = whole.start;
    for (const [index, arg] of args.entries()) {
      const { start, end } = positionOf(arg);
      text.overwrite(at, start, index === 0 ? `${lazyName}(() => (` : '), () => (');
      at = end;
    }
    text.overwrite(at, whole.end, '))');
    calls += 1;
  };
  for (const use of usesOf(LAZY_CALL)) {
    const returns = parents.get(parents.get(use) ?? use);
    if (returns?.type === 'CallExpression')
      wrap(positionOf(returns), LAZY_CALL[1], [...use.arguments, ...returns.arguments]);
  }
  for (const use of usesOf(LAZY_PUSH)) wrap(positionOf(use), LAZY_PUSH[1], use.arguments);
  return calls;
}
