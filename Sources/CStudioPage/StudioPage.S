// SPDX-License-Identifier: MIT
// Puts the files of the page into the program file, so that one binary is all there is to install.
    .macro page_file symbol, path
    .balign 16
    .global amaoto_page_\symbol
amaoto_page_\symbol:
    .incbin "\path"
    .global amaoto_page_\symbol\()_end
amaoto_page_\symbol\()_end:
    .byte 0
    .endm

    .section .rodata
    page_file curves_js, "page/curves.js"
    page_file drop_js, "page/drop.js"
    page_file icon_svg, "page/icon.svg"
    page_file index_html, "page/index.html"
    page_file map_js, "page/map.js"
    page_file paint_js, "page/paint.js"
    page_file panels_css, "page/panels.css"
    page_file parameters_js, "page/parameters.js"
    page_file sheet_js, "page/sheet.js"
    page_file sound_js, "page/sound.js"
    page_file spectrum_js, "page/spectrum.js"
    page_file studio_css, "page/studio.css"
    page_file studio_js, "page/studio.js"
    page_file wire_js, "page/wire.js"
    page_file worklet_js, "page/worklet.js"
    .section .note.GNU-stack,"",@progbits
