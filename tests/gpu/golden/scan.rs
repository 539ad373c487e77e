// `wgsl!(cumsum[1](x .* 2))`, in a crate `K`.
fn scan() -> String {
    match &(x) {
        slot0 => {
            let gpu = &K::__private::gpu::no_machine();
            let operand0 = K::__private::gpu::Operand::leaf(&*slot0);
            let rank0 = K::__private::gpu::rank(&operand0);
            {
                let _ = {
                    let stage_rank0 = rank0;
                    let space0 = K::__private::gpu::space(stage_rank0);
                    K::__private::gpu::FitsAxes::fits(K::__private::gpu::LessAt::found(
                        K::__private::gpu::At::<1, 2>,
                        space0,
                    ));
                    let yield_rank0 = stage_rank0;
                    let stage0 = K::__private::gpu::scan_stage(
                        gpu,
                        0,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x"],
                            targets: &[],
                            axes: &[],
                            cost: 1,
                            serial: false,
                        },
                        space0,
                        (1, "cumsum"),
                        operand0,
                        &K::__private::gpu::Formula {
                            steps: &[K::__private::gpu::FormulaStep {
                                at: 0,
                                node: K::__private::gpu::Node::Apply(
                                    "times",
                                    &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Integer(2)],
                                ),
                            }],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(0)],
                        },
                        |_level, element0| {
                            let value0 = K::ops::Times::times(K::ops::Adopt::<2>::like(&element0), element0);
                            K::__private::gpu::formula(
                                K::__private::gpu::GpuElement::typed_number(&value0),
                                K::Stored::store(K::ops::scan::CumSum::cumsum(value0)),
                            )
                        },
                    );
                    let operand1 = stage0.leaves(space0);
                    let rank1 = K::__private::gpu::rank(&operand1);
                    let pass_rank0 = space0;
                    let results = K::__private::gpu::text_run_stages(
                        gpu,
                        &stage0,
                        K::__private::gpu::last(
                            &K::__private::gpu::Call {
                                name: "wgsl!",
                                operands: &["cumsum[1](..)"],
                                targets: &[],
                                axes: &[],
                                cost: 0,
                                serial: false,
                            },
                            pass_rank0,
                            (),
                            operand1,
                            &K::__private::gpu::Formula {
                                steps: &[],
                                stored: &[],
                                folds: &[],
                                values: &[K::__private::gpu::Value::Leaf(0)],
                            },
                            |_level, ((), element1)| K::__private::gpu::formula((), ((), K::Stored::store(element1))),
                        ),
                    );
                    results
                };
                K::__private::gpu::text(gpu)
            }
        }
    }
}
