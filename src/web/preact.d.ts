/**
 * Types of Preact for server-side pages. Preact's own types would bring in the whole DOM, which a server doesn't have
 * (`imports` in package.json). Elements accept the attributes named here; `style` is missing because our policy makes
 * browsers refuse it. Islands are checked against Preact's own types.
 */

export type ComponentChildren = VNode | string | number | boolean | null | undefined | readonly ComponentChildren[];

export interface VNode<P = object> {
  type: unknown;
  props: P & { children: ComponentChildren };
  key: string | number | bigint | null;
}

type Text = string | undefined;
type Flag = boolean | undefined;

interface ElementAttributes {
  [data: `data-${string}`]: string | number | boolean | undefined;
  [aria: `aria-${string}`]: string | boolean | undefined;
  key?: string | number;
  children?: ComponentChildren;
  dangerouslySetInnerHTML?: { __html: string };
  id?: Text;
  class?: Text;
  lang?: Text;
  title?: Text;
  label?: Text;
  role?: Text;
  hidden?: Flag;
  tabindex?: number;
  open?: Flag;
  popover?: 'auto';
  popovertarget?: Text;
  href?: Text;
  hreflang?: Text;
  rel?: Text;
  src?: Text;
  alt?: string;
  type?: Text;
  name?: Text;
  value?: string | number | undefined;
  content?: Text;
  property?: Text;
  charset?: Text;
  'http-equiv'?: Text;
  media?: Text;
  defer?: Flag;
  download?: Flag;
  method?: Text;
  action?: Text;
  formaction?: Text;
  for?: Text;
  placeholder?: Text;
  required?: Flag;
  disabled?: Flag;
  checked?: Flag;
  selected?: Flag;
  readonly?: Flag;
  min?: string | number;
  max?: string | number;
  step?: string | number;
  minlength?: number;
  maxlength?: number;
  rows?: number;
  inputmode?: Text;
  autocomplete?: Text;
  spellcheck?: Flag;
  scope?: 'col' | 'row' | 'colgroup' | 'rowgroup';
  colspan?: number;
  rowspan?: number;
  datetime?: Text;
  width?: string | number;
  height?: string | number;
  viewBox?: string;
  preserveAspectRatio?: string;
  d?: string;
  x?: string | number;
  y?: string | number;
  x1?: string | number;
  x2?: string | number;
  y1?: string | number;
  y2?: string | number;
  cx?: string | number;
  cy?: string | number;
  r?: string | number;
  rx?: string | number;
  points?: string;
  fill?: string;
  stroke?: string;
  'stroke-width'?: string | number;
  'stroke-dasharray'?: string;
  'text-anchor'?: string;
}

export declare namespace JSX {
  type Element = VNode;
  type ElementType = string | ((props: never) => ComponentChildren);
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicAttributes {
    key?: string | number;
  }
  interface IntrinsicElements {
    [element: string]: ElementAttributes;
  }
}

export declare function jsx(type: unknown, props: object, key?: string | number): VNode;
export declare const jsxs: typeof jsx;
export declare function Fragment(props: { children?: ComponentChildren }): VNode;

/** The markup of an element and all below it; texts are escaped. */
export declare function render(vnode: VNode): string;
