import './mantine-styles.ts'
import '@mantine/notifications/styles.layer.css'
import './theme.css'
import './globals.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { EARLY_CLICKS } from '#web/console/components/early/early-click.ts'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { PageTexts } from '#web/console/frame/page-texts.tsx'
import { readNonce } from '#web/console/frame/read-nonce.ts'
import { FRAME_TEXTS } from '#web/console/frame/texts.ts'
import { ThemeProvider } from '#web/console/frame/theme-provider.tsx'
import { pageLanguage } from '#web/language/page-language.ts'
import { FONT_CLASSES } from './fonts.ts'

export const generateMetadata = (): Metadata => ({
  title: { default: COMPONENT_TEXTS.product, template: `%s · ${COMPONENT_TEXTS.product}` },
  description: FRAME_TEXTS.tagline,
  robots: { index: false },
})

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1c1b1a' },
  ],
}

/** Every page is rendered per request, because the policy's nonce is new each time. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const nonce = await readNonce()
  const { language, locale } = pageLanguage()
  return (
    <html lang={language} {...mantineHtmlProps} className={FONT_CLASSES}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <PageTexts language={language} locale={locale}>
          <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
        </PageTexts>
        <form id={EARLY_CLICKS} hidden />
      </body>
    </html>
  )
}
