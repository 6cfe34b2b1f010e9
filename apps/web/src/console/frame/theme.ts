import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'

const brand: MantineColorsTuple = [
  '#eafaf5',
  '#d2f2e7',
  '#a6e4d0',
  '#72d1b5',
  '#43b798',
  '#22997c',
  '#137c64',
  '#0f6352',
  '#0e4f43',
  '#0b3a32',
]

const gray: MantineColorsTuple = [
  '#fafaf8',
  '#f4f4f1',
  '#eaeae6',
  '#dddcd7',
  '#c6c5bf',
  '#a09f98',
  '#73726c',
  '#565550',
  '#3a3936',
  '#1f1e1c',
]

const dark: MantineColorsTuple = [
  '#ebeae7',
  '#cfcdc9',
  '#a8a6a1',
  '#7f7d78',
  '#4d4b48',
  '#3b3a37',
  '#2b2a28',
  '#1c1b1a',
  '#151413',
  '#0d0d0c',
]

/** The one theme of the console: colours, type, spacing and the defaults of components. */
export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  variantColorResolver: readableLightVariant,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-geist-mono), ui-monospace, monospace',
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    Anchor: { defaultProps: { underline: 'always' } },
    // The first item of an open menu is focused; a menu contains only items. A menu is gone as soon as it closes:
    // an item that keeps the focus while it fades would take the Escape of the dialog that it opened.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { transition: 'fade', duration: 150, exitDuration: 0 },
      },
    },
    Modal: {
      styles: { title: { fontWeight: 600 } },
      // A function, because texts are read while a page renders.
      defaultProps: () => ({
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': COMPONENT_TEXTS.close },
      }),
    },
    NavLink: { defaultProps: { variant: 'light' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/** Text on a tinted surface with a contrast of 4.5:1 in both schemes; the tint stays visible in the dark. */
function readableLightVariant(
  input: Parameters<VariantColorsResolver>[0],
): ReturnType<VariantColorsResolver> {
  const resolved = defaultVariantColorsResolver(input)
  if (input.variant !== 'light') return resolved
  const name = input.color ?? input.theme.primaryColor
  const tint = (share: number) =>
    `color-mix(in srgb, var(--mantine-color-${name}-5) ${share}%, var(--mantine-color-body))`
  return {
    ...resolved,
    background: `light-dark(${resolved.background}, ${tint(24)})`,
    hover: `light-dark(${resolved.hover}, ${tint(32)})`,
    color: `light-dark(color-mix(in srgb, var(--mantine-color-${name}-9) 75%, black), var(--mantine-color-${name}-1))`,
  }
}

/** Mantine's dimmed colours have less contrast than 4.5:1 on our backgrounds; these have more. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': brand[7],
    '--parley-accent': brand[7],
    '--parley-surface': gray[0],
    '--parley-border': gray[3],
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': '#ff9b93',
    '--mantine-color-anchor': brand[3],
    '--parley-accent': brand[4],
    '--parley-surface': dark[8],
    '--parley-border': dark[5],
  },
})
